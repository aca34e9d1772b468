import type { DatabaseCondition } from './database.ts'
import type { DatabaseUnavailable } from './database-unavailable.ts'

type Outage = NonNullable<DatabaseCondition['outage']>

/** What becomes of the one thread that a database has; `Thread` is whatever that is. */
export type KeeperState<Thread> = { readonly restarts: number; readonly lastRestart: Outage | null } & (
  | { readonly kind: 'working'; readonly thread: Thread }
  /** Another one is being started in its place. `failure`: why the last attempt failed, until one succeeds. */
  | { readonly kind: 'replacing'; readonly outage: Outage; readonly failure: DatabaseUnavailable | null }
  /** Nothing is started again. */
  | { readonly kind: 'ended'; readonly error: Error; readonly outage: Outage | null }
)

export type KeeperInput<Thread> =
  /** The thread is of no use any more; `end`: why none may take its place, where none may. */
  | { readonly kind: 'lost'; readonly thread: Thread; readonly outage: Outage; readonly end: Error | null }
  | { readonly kind: 'failed'; readonly failure: DatabaseUnavailable }
  | { readonly kind: 'started'; readonly thread: Thread }
  | { readonly kind: 'ended'; readonly error: Error }

export const firstThread = <Thread>(thread: Thread): KeeperState<Thread> => ({
  kind: 'working',
  thread,
  restarts: 0,
  lastRestart: null,
})

export const outageOf = <Thread>(state: KeeperState<Thread>): Outage | null =>
  state.kind === 'working' ? null : state.outage

export const nextKeeperState = <Thread>(
  state: KeeperState<Thread>,
  input: KeeperInput<Thread>,
): KeeperState<Thread> => {
  const { restarts, lastRestart } = state
  if (state.kind === 'ended') return state
  switch (input.kind) {
    case 'lost': {
      if (state.kind !== 'working' || state.thread !== input.thread) return state
      const { outage, end } = input
      if (end !== null) return { restarts, lastRestart, kind: 'ended', error: end, outage }
      return { restarts, lastRestart, kind: 'replacing', outage, failure: null }
    }
    case 'failed':
      return state.kind === 'replacing' ? { ...state, failure: input.failure } : state
    case 'started':
      return state.kind === 'replacing'
        ? { kind: 'working', thread: input.thread, restarts: restarts + 1, lastRestart: state.outage }
        : state
    default:
      return { restarts, lastRestart, kind: 'ended', error: input.error, outage: outageOf(state) }
  }
}
