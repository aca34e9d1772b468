const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('quarterdeck-session')

/** Tells the other tabs of this browser that somebody signed in or out. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
export const publishSessionChange = (): void => channel?.postMessage('changed')

/** Calls `listener` when another tab signed somebody in or out. Answers how to stop. */
export const onSessionChanged = (listener: () => void): (() => void) => {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
