let lastFocused: EventTarget | null = null

window.addEventListener('focusin', ({ target }) => {
  lastFocused = target
})

/** Browsers move the focus of a removed element to the body: the next Tab would start at the top of the sidebar. */
export const takeLostFocus = (main: HTMLElement | null): void => {
  const isLost = lastFocused instanceof Node && !lastFocused.isConnected
  if (isLost && document.activeElement === document.body) main?.focus({ preventScroll: true })
}
