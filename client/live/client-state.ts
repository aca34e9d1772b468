import { hourMs } from '#shared/primitives/time-units.ts'
import type { LiveState } from './live-client.ts'
import type { Link } from './topic-collection.ts'

/** Clocks drift: a tab that stays open for months synchronises every hour. */
const requestTimeEveryMs = hourMs

/** `link` follows the connection at once, `shown` with the next frame. */
export interface ClientState {
  readonly link: Link
  readonly shown: LiveState
  readonly nextTryAtMs: number | null
  readonly lostAtMs: number
  readonly timeRequestedAtMs: number
}

interface Connection {
  readonly name: LiveState['state']
  readonly reason: string | null
}

export type ClientInput =
  | { readonly kind: 'opened' | 'lost' | 'beaten'; readonly nowMs: number }
  | { readonly kind: 'slept'; readonly fromMs: number; readonly nowMs: number }
  | { readonly kind: 'planned'; readonly atMs: number | null }
  | ({ readonly kind: 'moved' } & Connection)
  | ({ readonly kind: 'framed'; readonly observedAtMs: number | null; readonly nowMs: number } & Connection)

interface ClientStep {
  readonly state: ClientState
  readonly effect: 'none' | 'setLink' | 'publish' | 'requestTime'
}

export const openingClient = (nowMs: number): ClientState => ({
  link: { kind: 'opening' },
  shown: { state: 'connecting', sinceMs: nowMs, observedAtMs: null, reason: null, nextTryAtMs: null },
  nextTryAtMs: null,
  lostAtMs: nowMs,
  timeRequestedAtMs: nowMs,
})

const become = (state: ClientState, changed: Partial<ClientState>, effect: ClientStep['effect'] = 'none') => ({
  state: { ...state, ...changed },
  effect,
})

const toLink = ({ name, reason }: Connection, sinceMs: number): Link => {
  if (name === 'connecting') return { kind: 'opening' }
  if (name === 'live' || name === 'lagging' || name === 'stale') return { kind: 'open' }
  return { kind: 'closed', sinceMs, reason: reason ?? 'Relay unreachable.' }
}

const isAbsent = (name: LiveState['state']) => name === 'connecting' || name === 'offline'

const show = (state: ClientState, input: Extract<ClientInput, { kind: 'framed' }>): ClientStep => {
  const { shown, nextTryAtMs, lostAtMs } = state
  const { name, reason, observedAtMs, nowMs } = input
  const isSame = name === shown.state && observedAtMs === shown.observedAtMs && reason === shown.reason
  if (isSame && nextTryAtMs === shown.nextTryAtMs) return become(state, {})
  const continues = name === shown.state || (isAbsent(name) && isAbsent(shown.state))
  const sinceMs = continues ? shown.sinceMs : isAbsent(name) ? lostAtMs : nowMs
  return become(state, { shown: { state: name, sinceMs, observedAtMs, reason, nextTryAtMs } }, 'publish')
}

export const nextClientState = (state: ClientState, input: ClientInput): ClientStep => {
  const isOpen = state.link.kind === 'open'
  switch (input.kind) {
    case 'opened':
      return become(state, { timeRequestedAtMs: input.nowMs })
    case 'lost':
      return become(state, isOpen ? { lostAtMs: input.nowMs } : {})
    case 'slept':
      return become(state, isOpen ? { lostAtMs: Math.min(input.fromMs, input.nowMs) } : {})
    case 'planned':
      return become(state, { nextTryAtMs: input.atMs })
    case 'beaten':
      return Math.abs(input.nowMs - state.timeRequestedAtMs) < requestTimeEveryMs
        ? become(state, {})
        : become(state, { timeRequestedAtMs: input.nowMs }, 'requestTime')
    case 'moved': {
      const link = toLink(input, state.lostAtMs)
      return link.kind === state.link.kind ? become(state, {}) : become(state, { link }, 'setLink')
    }
    default:
      return show(state, input)
  }
}
