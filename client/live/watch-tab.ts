interface TabListeners {
  /** The tab came into view, or runs again after it was frozen: before it is drawn. */
  readonly onSeen: () => void
  readonly onUnseen: () => void
}

/** Tells when the tab comes into view and when it leaves it; returns what ends it. Silent outside of a browser. */
export const watchTab = ({ onSeen, onUnseen }: TabListeners): (() => void) => {
  if (typeof document === 'undefined') return () => undefined
  const turn = () => (document.visibilityState === 'visible' ? onSeen() : onUnseen())
  document.addEventListener('visibilitychange', turn)
  document.addEventListener('resume', turn)
  window.addEventListener('pageshow', turn)
  return () => {
    document.removeEventListener('visibilitychange', turn)
    document.removeEventListener('resume', turn)
    window.removeEventListener('pageshow', turn)
  }
}
