import { ackEvery } from '#shared/live/messages.ts'

/** Slightly longer than the response timeout of the socket, because messages can get lost after the response. */
const responseDeadlineMs = 12_000
const retryMs = 1_000

/**
 * `apart`: wanted, but disconnected or refused. `subscribing`: requested, and no message since; `feed` names its messages
 * once it is known.
 */
type Doing =
  | { readonly kind: 'left' | 'apart' }
  | { readonly kind: 'subscribing'; readonly feed: string | null; readonly retryAtMs: number }
  | { readonly kind: 'following'; readonly feed: string }

export type WatchState = Doing & { readonly ackedVersion: number }

interface Due {
  readonly kind: 'entered' | 'outdated' | 'beaten'
  readonly isOpen: boolean
  readonly nowMs: number
}
interface Named {
  readonly kind: 'accepted' | 'moved'
  readonly feed: string
}
interface Current {
  readonly kind: 'current'
  readonly version: number
  readonly isSnapshot: boolean
}
export type WatchInput =
  | Due
  | Named
  | Current
  | { readonly kind: 'timedOut'; readonly nowMs: number }
  | { readonly kind: 'refused' | 'rowless' | 'lost' | 'left' }

type WatchEffect =
  | { readonly kind: 'none' | 'subscribe' }
  | { readonly kind: 'unsubscribe'; readonly feed: string }
  | { readonly kind: 'acknowledge'; readonly feed: string; readonly version: number }

interface WatchStep {
  readonly state: WatchState
  readonly effect: WatchEffect
}

export const leftWatch: WatchState = { kind: 'left', ackedVersion: 0 }

export const getFeed = (state: WatchState): string | null => ('feed' in state ? state.feed : null)

const become = ({ ackedVersion }: WatchState, doing: Doing, effect: WatchEffect = { kind: 'none' }): WatchStep => ({
  state: { ...doing, ackedVersion },
  effect,
})
const unchanged = (state: WatchState): WatchStep => ({ state, effect: { kind: 'none' } })
const follow = (state: WatchState, feed: string | null): WatchStep =>
  become(state, feed === null ? { kind: 'apart' } : { kind: 'following', feed })
const subscribe = (state: WatchState, nowMs: number): WatchStep =>
  become(
    state,
    { kind: 'subscribing', feed: getFeed(state), retryAtMs: nowMs + responseDeadlineMs },
    { kind: 'subscribe' },
  )

const request = (state: WatchState, { kind, isOpen, nowMs }: Due): WatchStep => {
  if (kind === 'entered' && state.kind === 'left')
    return isOpen ? subscribe(state, nowMs) : become(state, { kind: 'apart' })
  const isDue = state.kind === 'subscribing' ? kind === 'beaten' && nowMs >= state.retryAtMs : kind === 'outdated'
  return isDue && isOpen && state.kind !== 'left' ? subscribe(state, nowMs) : unchanged(state)
}

const bind = (state: WatchState, { kind, feed }: Named): WatchStep => {
  if (state.kind === 'subscribing') return become(state, { ...state, feed })
  if (state.kind === 'following') return follow(state, feed)
  if (kind === 'moved') return unchanged(state)
  return state.kind === 'left' ? become(state, state, { kind: 'unsubscribe', feed }) : follow(state, feed)
}

const settle = (state: WatchState, { version, isSnapshot }: Current): WatchStep => {
  const feed = getFeed(state)
  if (feed === null) return unchanged(state)
  const { state: followed } = follow(state, feed)
  if (isSnapshot) return unchanged({ ...followed, ackedVersion: version })
  if (Math.abs(version - state.ackedVersion) < ackEvery) return unchanged(followed)
  return { state: { ...followed, ackedVersion: version }, effect: { kind: 'acknowledge', feed, version } }
}

const leave = (state: WatchState): WatchStep => {
  const feed = getFeed(state)
  return become(state, { kind: 'left' }, feed === null ? undefined : { kind: 'unsubscribe', feed })
}

export const nextWatchState = (state: WatchState, input: WatchInput): WatchStep => {
  switch (input.kind) {
    case 'entered':
    case 'outdated':
    case 'beaten':
      return request(state, input)
    case 'accepted':
    case 'moved':
      return bind(state, input)
    case 'timedOut':
      return state.kind === 'subscribing'
        ? become(state, { ...state, retryAtMs: input.nowMs + retryMs })
        : unchanged(state)
    case 'current':
      return settle(state, input)
    case 'refused':
    case 'rowless':
      return state.kind === 'subscribing' ? follow(state, state.feed) : unchanged(state)
    case 'lost':
      return state.kind === 'left' ? unchanged(state) : become(state, { kind: 'apart' })
    default:
      return leave(state)
  }
}
