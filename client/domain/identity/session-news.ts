const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('quarterdeck-session')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
export const publishSessionChange = (): void => channel?.postMessage('changed')

export const onSessionChanged = (listener: () => void): (() => void) => {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
