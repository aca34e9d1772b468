let lastFocused: EventTarget | null = null
/** Innermost first; a removed element no longer knows them. */
let parents: readonly HTMLElement[] = []

const listParents = (target: EventTarget | null): HTMLElement[] => {
  const list: HTMLElement[] = []
  for (let one = target instanceof Element ? target.parentElement : null; one !== null; one = one.parentElement)
    list.push(one)
  return list
}

/** Once, before anything can have the focus. */
export const watchFocus = (): void =>
  window.addEventListener('focusin', ({ target }) => {
    lastFocused = target
    parents = listParents(target)
  })

const isFocusLost = () =>
  lastFocused instanceof Node && !lastFocused.isConnected && document.activeElement === document.body

/** Browsers move the focus of a removed element to the body: the next Tab would start at the top of the sidebar. */
export const takeLostFocus = (main: HTMLElement | null): void => {
  if (isFocusLost()) main?.focus({ preventScroll: true })
}

/** To what surrounded the removed element on the same page. A new page takes the focus itself. */
export const keepFocusNear = (): void => {
  if (!isFocusLost()) return
  const near = parents.find((parent) => parent.isConnected)
  if (near?.closest('main') == null) return
  if (!near.hasAttribute('tabindex')) {
    near.tabIndex = -1
    near.addEventListener('blur', () => near.removeAttribute('tabindex'), { once: true })
  }
  near.focus({ preventScroll: true })
}

const isOnBody = () => document.activeElement === document.body

/** The focused element, or the one that lost the focus because it became disabled. */
export const findFocused = (): Element | null =>
  isOnBody() && lastFocused instanceof HTMLElement ? lastFocused : document.activeElement

/** Call when a button becomes busy; the returned function when it no longer is. Browsers unfocus a disabled button. */
export const keepFocusWhileBusy = (): (() => void) => {
  const focused = findFocused()
  if (!(focused instanceof HTMLElement) || focused.getAttribute('aria-busy') !== 'true') return () => undefined
  return () => {
    if (isOnBody() && lastFocused === focused) focused.focus({ preventScroll: true })
  }
}
