import type { OnChange } from '#relay/backend/rows/change.ts'
import { mergeEngineStates, type EngineState } from '#relay/backend/schedule/engine-state.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import { startDoneConditions } from './done/done-conditions.ts'
import { startOutward, type OutwardOptions } from './outward/outward-asks.ts'
import { startIncidentRules, type IncidentRulesOptions } from './rules/incident-rules.ts'

type IncidentsOptions = IncidentRulesOptions & OutwardOptions

interface Incidents {
  readonly kind: DocumentKind
  readonly jobs: readonly Job[]
  readonly state: EngineState
  readonly follow: OnChange
  stop(): Promise<void>
}

export const startIncidents = (options: IncidentsOptions): Incidents => {
  const rules = startIncidentRules(options)
  const done = startDoneConditions(options)
  const outward = startOutward(options)
  return {
    kind: rules.kind,
    state: mergeEngineStates([rules.state, done.state, outward.state]),
    jobs: [rules.job, done.job, outward.job],
    follow: (change) => {
      rules.follow(change)
      done.follow(change)
      outward.follow(change)
    },
    stop: async () => {
      await Promise.all([rules.stop(), done.stop(), outward.stop()])
    },
  }
}
