import type { Evidence } from '#shared/incidents/evidence.ts'
import type { HistoryEntry } from '#shared/incidents/incident-part.ts'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'
import type { State } from '#client/ui/state-mark.tsx'

export interface Condition {
  readonly evidence: Evidence
  readonly script: string | null
  readonly state: State
  readonly text: string
  readonly since: string | null
}

const getScript = ({ script }: Pick<Evidence, 'script'>) => (script === null || script === '' ? null : script)

export const isTicked = (evidence: Evidence): boolean =>
  evidence.definition_of_done && evidence.type === 'comment' && getScript(evidence) === null

const toStateAndText = (evidence: Evidence): Pick<Condition, 'state' | 'text'> => {
  const { done, script_result: result } = evidence
  if (getScript(evidence) === null)
    return done === true ? { state: 'healthy', text: 'done' } : { state: 'unknown', text: 'not done yet' }
  if (done === true) return { state: 'healthy', text: 'true' }
  if (done === false) return { state: 'unknown', text: 'false' }
  return result === null ? { state: 'unknown', text: 'not evaluated yet' } : { state: 'warning', text: result }
}

const findLastChange = (evidence: Evidence, history: readonly HistoryEntry[]) =>
  history.find((entry) => entry.type === 'evidence.done_updated' && entry.evidence?.id === evidence.id)

const toCondition = (evidence: Evidence, history: readonly HistoryEntry[]): Condition => ({
  evidence,
  script: getScript(evidence),
  ...toStateAndText(evidence),
  since: findLastChange(evidence, history)?.created_at ?? null,
})

/** Oldest first. `history` must be newest first. */
export const listConditions = (
  hypotheses: readonly Pick<Hypothesis, 'evidences'>[],
  history: readonly HistoryEntry[],
): readonly Condition[] =>
  hypotheses
    .flatMap(({ evidences }) => evidences)
    .filter((evidence) => evidence.definition_of_done)
    .toSorted((a, b) => ((a.created_at ?? '') < (b.created_at ?? '') ? -1 : 1))
    .map((evidence) => toCondition(evidence, history))

const scripts = [
  ['check_id', `check.status == 'healthy'`],
  ['component_id', `component.health == 'healthy'`],
  ['config_id', `config.health == 'healthy'`],
  ['config_analysis_id', `analysis.status == 'resolved'`],
] as const

export const usualScript = (evidence: Evidence): string =>
  scripts.find(([column]) => evidence[column] !== null)?.[1] ?? `incident.status == 'mitigated'`
