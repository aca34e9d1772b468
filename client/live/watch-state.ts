import { ackEvery } from '#shared/live/messages.ts'

/** Slightly longer than the response timeout of the socket, because messages can get lost after the response. */
const answeredWithinMs = 12_000
const askAgainMs = 1_000

/**
 * `apart`: wanted, but disconnected or refused. `asking`: subscribed, and no message since; `feed` names its messages
 * once it is known.
 */
type Doing =
  | { readonly kind: 'left' | 'apart' }
  | { readonly kind: 'asking'; readonly feed: string | null; readonly askAgainAtMs: number }
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
  | { readonly kind: 'unanswered'; readonly nowMs: number }
  | { readonly kind: 'refused' | 'rowless' | 'lost' | 'left' }

type WatchEffect =
  | { readonly kind: 'none' | 'ask' }
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
const ask = (state: WatchState, nowMs: number): WatchStep =>
  become(state, { kind: 'asking', feed: getFeed(state), askAgainAtMs: nowMs + answeredWithinMs }, { kind: 'ask' })

const request = (state: WatchState, { kind, isOpen, nowMs }: Due): WatchStep => {
  if (kind === 'entered' && state.kind === 'left') return isOpen ? ask(state, nowMs) : become(state, { kind: 'apart' })
  const isDue = state.kind === 'asking' ? kind === 'beaten' && nowMs >= state.askAgainAtMs : kind === 'outdated'
  return isDue && isOpen && state.kind !== 'left' ? ask(state, nowMs) : unchanged(state)
}

const bind = (state: WatchState, { kind, feed }: Named): WatchStep => {
  if (state.kind === 'asking') return become(state, { ...state, feed })
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
    case 'unanswered':
      return state.kind === 'asking'
        ? become(state, { ...state, askAgainAtMs: input.nowMs + askAgainMs })
        : unchanged(state)
    case 'current':
      return settle(state, input)
    case 'refused':
    case 'rowless':
      return state.kind === 'asking' ? follow(state, state.feed) : unchanged(state)
    case 'lost':
      return state.kind === 'left' ? unchanged(state) : become(state, { kind: 'apart' })
    default:
      return leave(state)
  }
}
