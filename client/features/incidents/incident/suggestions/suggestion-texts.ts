import { listNames } from '#shared/primitives/list-names.ts'
import type { Suggestions } from '#shared/incidents/suggestions-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { formatAge } from '#client/lib/time/format-age.ts'

type Together = Suggestions['together'][number]
type Similar = Suggestions['similar'][number]
type Run = Suggestions['playbooks'][number]['runs'][number]

const formatOffset = (turnedAtMs: number, beganMs: number): string => {
  const ms = turnedAtMs - beganMs
  if (Math.abs(ms) < 1_000) return 'at the same time'
  return ms < 0 ? `${formatAge(-ms)} before` : `${formatAge(ms)} after`
}

const steps = (count: number): string => formatCount(count, 'step')

export const describeReason = ({ turned_at: at, steps: count, via, nearest }: Together, beganAt: string): string => {
  const turned = `became unhealthy ${formatOffset(Date.parse(at), Date.parse(beganAt))}`
  if (count === null || nearest === null) return turned
  const way = via === null || via.length === 0 ? 'directly' : `via ${via.join(', ')}`
  return `${turned}; ${steps(count)} from ${nearest}, ${way}`
}

export const describeCounterEvidence = ({
  kind,
  steps: count,
  well_at: well,
  turns_before: turns,
}: Together): string | null => {
  const against = [
    ...(count === null ? ['not linked to the evidence'] : []),
    ...(well === null ? [] : ['it recovered quickly']),
    ...(turns === 0 ? [] : [`it also failed ${turns === 1 ? 'once' : `${turns} times`} in the week before`]),
    ...(kind === 'component' && count !== null ? ['component state changes are known only approximately'] : []),
  ]
  return against.length === 0 ? null : against.join('; ')
}

const named = (names: readonly string[]): string => listNames(names, 3)

export const describeShared = ({ shared, score }: Similar): string => {
  const share = `${Math.max(1, Math.round(score * 100))} % similarity`
  return shared.length === 0
    ? `${share}, all in resources you do not have access to`
    : `${share}: ${named(shared.map(({ name }) => name))}`
}

export const describeSolution = ({ causes, solutions, over_at: over }: Similar): string => {
  const titled = (all: Similar['causes']) => named(all.map(({ title, status }) => `“${title}” (${status})`))
  if (causes.length + solutions.length === 0)
    return over === null ? 'Still open, no cause recorded.' : 'No cause or solution recorded.'
  return [
    ...(causes.length === 0 ? [] : [`Cause: ${titled(causes)}.`]),
    ...(solutions.length === 0 ? [] : [`Solution: ${titled(solutions)}.`]),
  ].join(' ')
}

export const describeRun = ({ status, incident, over_after_ms: after }: Run): string =>
  after === null
    ? `${status} during ${incident}, which was not resolved within 2 hours`
    : `${status} during ${incident}, which was resolved ${formatAge(after)} later`
