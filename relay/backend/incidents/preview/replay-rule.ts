import { toResourceKey } from '#shared/resources/resource-id.ts'
import { usualTitle } from '#relay/backend/incidents/rules/open-incident.ts'
import { assignFailures } from '#relay/backend/incidents/rules/assign-failures.ts'
import { backWithinMs } from '#relay/backend/incidents/rules/classify-met.ts'
import type { FailureSpan } from './read-spans.ts'

export interface MetSpan extends FailureSpan {
  readonly metMs: number
}

interface ReplayedIncident {
  readonly id: string
  readonly group: string
  readonly title: string
  readonly openedAtMs: number
  readonly resolvedAtMs: number | null
  readonly members: readonly MetSpan[]
}

interface Replaying {
  readonly id: string
  readonly group: string
  readonly openedAtMs: number
  joinedAtMs: number
  endedAtMs: number | null
  readonly members: MetSpan[]
}

const roundMs = 2_000

const lastEnd = ({ members }: Replaying): number =>
  members.reduce((end, { untilMs }) => Math.max(end, untilMs ?? Infinity), 0)

const has = ({ members }: Replaying, key: string) => members.some((member) => toResourceKey(member) === key)

const settle = (incidents: readonly Replaying[], resolveMs: number | undefined, atMs: number): void => {
  if (resolveMs === undefined) return
  for (const incident of incidents) {
    const endMs = lastEnd(incident) + resolveMs
    if (incident.endedAtMs === null && endMs <= atMs) incident.endedAtMs = endMs
  }
}

const rounds = (spans: readonly MetSpan[]): readonly (readonly MetSpan[])[] => {
  const all: MetSpan[][] = []
  for (const span of spans.toSorted((a, b) => a.metMs - b.metMs)) {
    const last = all.at(-1)
    if (last?.[0] !== undefined && span.metMs - last[0].metMs < roundMs) last.push(span)
    else all.push([span])
  }
  return all
}

const joinKnown = (incidents: readonly Replaying[], span: MetSpan): boolean => {
  const key = toResourceKey(span)
  const known = incidents.filter((each) => has(each, key))
  const open = known.find(({ endedAtMs }) => endedAtMs === null)
  const back = known.findLast(({ endedAtMs }) => endedAtMs !== null && span.metMs - endedAtMs <= backWithinMs)
  const joined = open ?? back
  if (joined === undefined) return false
  joined.members.push(span)
  joined.endedAtMs = null
  return true
}

/** Must use the same grouping as the rules themselves. */
export const replayRule = (
  spans: readonly MetSpan[],
  { resolveMs, nowMs }: { readonly resolveMs: number | undefined; readonly nowMs: number },
): readonly ReplayedIncident[] => {
  const incidents: Replaying[] = []
  for (const round of rounds(spans)) {
    const atMs = round.at(-1)?.metMs ?? 0
    settle(incidents, resolveMs, atMs)
    const fresh = round.filter((span) => !joinKnown(incidents, span))
    const open = incidents.filter(({ endedAtMs }) => endedAtMs === null)
    for (const { incidentId, group, failures } of assignFailures(fresh, open, atMs)) {
      const joined = incidents.find(({ id }) => id === incidentId)
      if (joined === undefined)
        incidents.push({
          id: String(incidents.length),
          group,
          openedAtMs: atMs,
          joinedAtMs: atMs,
          endedAtMs: null,
          members: [...failures],
        })
      else {
        joined.members.push(...failures)
        joined.joinedAtMs = atMs
      }
    }
  }
  settle(incidents, resolveMs, nowMs)
  return incidents.map(({ id, group, openedAtMs, endedAtMs, members }) => {
    const resources = [...new Map(members.map((member) => [toResourceKey(member), member])).values()]
    return { id, group, title: usualTitle(resources), openedAtMs, resolvedAtMs: endedAtMs, members }
  })
}
