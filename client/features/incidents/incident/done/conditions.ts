import type { Evidence } from '#shared/incidents/evidence.ts'
import type { HistoryEntry } from '#shared/incidents/incident-part.ts'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'
import type { State } from '#client/ui/state-mark.tsx'

/** What must be true before an incident is over, and how that stands. */
export interface Condition {
  readonly evidence: Evidence
  /** Null: a person says when it is done. */
  readonly script: string | null
  readonly state: State
  /** `true`, `false`, why nobody can tell, or whom it waits for. */
  readonly text: string
  /** When it last turned; null where it never did. */
  readonly since: string | null
}

const getScript = ({ script }: Pick<Evidence, 'script'>) => (script === null || script === '' ? null : script)

/** Whether evidence is nothing but a condition that a person ticks. */
export const isTicked = (evidence: Evidence): boolean =>
  evidence.definition_of_done && evidence.type === 'comment' && getScript(evidence) === null

const toStateAndText = (evidence: Evidence): Pick<Condition, 'state' | 'text'> => {
  const { done, script_result: result } = evidence
  if (getScript(evidence) === null)
    return done === true ? { state: 'healthy', text: 'done' } : { state: 'unknown', text: 'for somebody to tick' }
  if (done === true) return { state: 'healthy', text: 'true' }
  if (done === false) return { state: 'unknown', text: 'false' }
  return result === null ? { state: 'unknown', text: 'not asked yet' } : { state: 'warning', text: result }
}

const findLastChange = (evidence: Evidence, history: readonly HistoryEntry[]) =>
  history.find((entry) => entry.type === 'evidence.done_updated' && entry.evidence?.id === evidence.id)

const toCondition = (evidence: Evidence, history: readonly HistoryEntry[]): Condition => ({
  evidence,
  script: getScript(evidence),
  ...toStateAndText(evidence),
  since: findLastChange(evidence, history)?.created_at ?? null,
})

/** The conditions of an incident, the oldest first. `history` is the newest first. */
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

/** The script that a person most likely wants for a piece of evidence. */
export const usualScript = (evidence: Evidence): string =>
  scripts.find(([column]) => evidence[column] !== null)?.[1] ?? `incident.status == 'mitigated'`
