import type { DatabaseCondition } from './database.ts'

interface Past {
  readonly lastRestart: DatabaseCondition['lastRestart']
  readonly restarts: number
}

type Outage = NonNullable<DatabaseCondition['outage']>

export type ThreadState<Thread> = Past &
  (
    | { readonly kind: 'working'; readonly thread: Thread }
    | { readonly kind: 'replacing'; readonly outage: Outage; readonly failure: Error | undefined }
    | { readonly kind: 'ended'; readonly error: Error; readonly outage: Outage | null }
  )

export type ThreadEvent<Thread> =
  | { readonly kind: 'opened'; readonly thread: Thread }
  /** `dataLoss` is set when the data was lost with the thread: then it is not replaced. */
  | { readonly kind: 'lost'; readonly thread: Thread; readonly outage: Outage; readonly dataLoss: Error | undefined }
  | { readonly kind: 'failed'; readonly failure: Error }
  | { readonly kind: 'closed'; readonly error: Error }

export const firstState = <Thread>(thread: Thread): ThreadState<Thread> => ({
  kind: 'working',
  thread,
  lastRestart: null,
  restarts: 0,
})

export const getOutage = (state: ThreadState<unknown>): Outage | null =>
  state.kind === 'working' ? null : state.outage

export const nextState = <Thread>(state: ThreadState<Thread>, event: ThreadEvent<Thread>): ThreadState<Thread> => {
  const { lastRestart, restarts } = state
  if (event.kind === 'opened') {
    if (state.kind !== 'replacing') return state
    return { kind: 'working', thread: event.thread, lastRestart: state.outage, restarts: restarts + 1 }
  }
  if (event.kind === 'lost') {
    if (state.kind !== 'working' || state.thread !== event.thread) return state
    const { outage, dataLoss } = event
    return dataLoss === undefined
      ? { kind: 'replacing', outage, failure: undefined, lastRestart, restarts }
      : { kind: 'ended', error: dataLoss, outage, lastRestart, restarts }
  }
  if (event.kind === 'failed') return state.kind === 'replacing' ? { ...state, failure: event.failure } : state
  if (state.kind === 'ended') return state
  return { kind: 'ended', error: event.error, outage: getOutage(state), lastRestart, restarts }
}
