import { useEffect, useSyncExternalStore } from 'react'

export interface OnDemand<T> {
  readonly want: () => void
  readonly subscribe: (onChange: () => void) => () => void
  readonly state: () => State<T>
}

type State<T> =
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly code: T }
  | { readonly kind: 'failed'; readonly error: unknown }

export const onDemand = <T>(load: () => Promise<T>): OnDemand<T> => {
  let state: State<T> = { kind: 'unwanted' }
  const listeners = new Set<() => void>()
  const become = (next: State<T>) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    want: () => {
      if (state.kind === 'loading' || state.kind === 'loaded') return
      state = { kind: 'loading' }
      load().then(
        (code) => become({ kind: 'loaded', code }),
        (error: unknown) => become({ kind: 'failed', error }),
      )
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    state: () => state,
  }
}

/**
 * Null until loaded; throws when it is needed and failed to load. A lazy component would be delayed by React
 * after its fallback.
 */
export const useOnDemand = <T>(onDemandCode: OnDemand<T>, isNeeded = true): T | null => {
  const { want, subscribe, state: read } = onDemandCode
  useEffect(() => {
    if (isNeeded) want()
  }, [isNeeded, want])
  const state = useSyncExternalStore(subscribe, read)
  if (state.kind === 'failed' && isNeeded) throw state.error
  return state.kind === 'loaded' ? state.code : null
}
