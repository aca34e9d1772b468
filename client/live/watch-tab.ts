interface TabListeners {
  readonly onSeen: () => void
  readonly onUnseen: () => void
}

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
