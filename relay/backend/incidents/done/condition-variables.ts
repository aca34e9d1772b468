import { Duration } from '#relay/backend/templates/duration.ts'
import { filledRow } from '#relay/backend/templates/places/empty-rows.ts'

export type Facts = Readonly<Record<string, unknown>>

const conditionResources = ['check', 'config', 'component', 'analysis', 'incident'] as const
type ConditionRows = Readonly<Record<(typeof conditionResources)[number], Facts | null>>

const aged = ({ since, ...facts }: Facts, nowMs: number): Facts => {
  const sinceMs = typeof since === 'string' ? Date.parse(since) : nowMs
  return { ...facts, age: new Duration(Math.max(0, nowMs - sinceMs)) }
}

/** Only present rows: an empty one would meet conditions such as check.status != 'unhealthy'. */
export const conditionVariables = (rows: ConditionRows, nowMs: number): Facts =>
  Object.fromEntries(
    conditionResources.flatMap((name): [string, Facts][] => {
      const facts = rows[name]
      return facts === null ? [] : [[name, filledRow(name, aged(facts, nowMs))]]
    }),
  )
