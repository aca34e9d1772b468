import type { State } from '#client/ui/state-mark.tsx'
import type { Silence } from './silences-api.ts'

type Phase = 'active' | 'planned' | 'ended'

export const findPhase = ({ from, until }: Pick<Silence, 'from' | 'until'>, nowMs: number): Phase => {
  if (until !== null && Date.parse(until) <= nowMs) return 'ended'
  return from !== null && Date.parse(from) > nowMs ? 'planned' : 'active'
}

/** A silence with an invalid filter silences nothing, even within its time. */
export const silenceState = ({ error, ...silence }: Silence, nowMs: number): State => {
  if (error !== null) return 'unhealthy'
  return findPhase(silence, nowMs) === 'active' ? 'healthy' : 'unknown'
}

export const coveredBy = (silence: Silence): string => {
  const { checks, catalog, component, canary_id: canary, recursive, selectors, filter } = silence
  const below = recursive ? ' and its children' : ''
  return [
    ...(checks ? [`check ${checks.name ?? checks.id}`] : []),
    ...(catalog ? [`item ${catalog.name ?? catalog.id}${below}`] : []),
    ...(component ? [`component ${component.name ?? component.id}${below}`] : []),
    ...(canary === null ? [] : [`canary ${canary.slice(0, 8)}`]),
    ...(selectors && selectors.length > 0 ? [JSON.stringify(selectors)] : []),
    ...(filter === null ? [] : [filter]),
  ].join(', ')
}
