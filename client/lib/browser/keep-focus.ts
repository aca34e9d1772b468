let firstPath: string | null = window.location.pathname

const hasNavigated = (): boolean => {
  if (firstPath !== window.location.pathname) firstPath = null
  return firstPath === null
}

/** For a page that replaced the one with the focus; the first page leaves it at the skip links. */
export const focusAfterNavigation = (main: HTMLElement | null): void => {
  if (hasNavigated() && document.activeElement === document.body) main?.focus({ preventScroll: true })
}
