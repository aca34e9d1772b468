/** Times are milliseconds since the epoch. */
export type ReportState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'reporting'; readonly agent: string; readonly answeredAt: number }
  | {
      readonly kind: 'failing'
      readonly agent: string | null
      readonly answeredAt: number | null
      readonly since: number
      readonly reason: string
      readonly failures: number
    }

export type ReportEvent =
  | { readonly kind: 'answered'; readonly agent: string; readonly at: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly at: number }

export const nextState = (state: ReportState, event: ReportEvent): ReportState => {
  if (event.kind === 'answered') return { kind: 'reporting', agent: event.agent, answeredAt: event.at }
  const failing = state.kind === 'failing' ? state : undefined
  return {
    kind: 'failing',
    agent: state.kind === 'connecting' ? null : state.agent,
    answeredAt: state.kind === 'connecting' ? null : state.answeredAt,
    since: failing?.since ?? event.at,
    reason: event.reason,
    failures: (failing?.failures ?? 0) + 1,
  }
}

const firstWaitMs = 1_000
const longestWaitMs = 60_000
const idleMs = 15_000

export const waitAfter = (state: ReportState, random: number): number => {
  if (state.kind !== 'failing') return idleMs
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(state.failures - 1, 10))
  return wait * (0.75 + random / 2)
}
