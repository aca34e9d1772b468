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
  readonly says: string
  /** When it last turned; null where it never did. */
  readonly since: string | null
}

const scriptOf = ({ script }: Pick<Evidence, 'script'>) => (script === null || script === '' ? null : script)

/** Whether evidence is nothing but a condition that a person ticks. */
export const isTicked = (evidence: Evidence): boolean =>
  evidence.definition_of_done && evidence.type === 'comment' && scriptOf(evidence) === null

const standingOf = (evidence: Evidence): Pick<Condition, 'state' | 'says'> => {
  const { done, script_result: result } = evidence
  if (scriptOf(evidence) === null)
    return done === true ? { state: 'healthy', says: 'done' } : { state: 'unknown', says: 'for somebody to tick' }
  if (done === true) return { state: 'healthy', says: 'true' }
  if (done === false) return { state: 'unknown', says: 'false' }
  return result === null ? { state: 'unknown', says: 'not asked yet' } : { state: 'warning', says: result }
}

const turnOf = (evidence: Evidence, history: readonly HistoryEntry[]) =>
  history.find((entry) => entry.type === 'evidence.done_updated' && entry.evidence?.id === evidence.id)

const conditionOf = (evidence: Evidence, history: readonly HistoryEntry[]): Condition => ({
  evidence,
  script: scriptOf(evidence),
  ...standingOf(evidence),
  since: turnOf(evidence, history)?.created_at ?? null,
})

/** The conditions of an incident, the oldest first. `history` is the newest first. */
export const conditionsOf = (
  hypotheses: readonly Pick<Hypothesis, 'evidences'>[],
  history: readonly HistoryEntry[],
): readonly Condition[] =>
  hypotheses
    .flatMap(({ evidences }) => evidences)
    .filter((evidence) => evidence.definition_of_done)
    .toSorted((a, b) => ((a.created_at ?? '') < (b.created_at ?? '') ? -1 : 1))
    .map((evidence) => conditionOf(evidence, history))

const scripts = [
  ['check_id', `check.status == 'healthy'`],
  ['component_id', `component.health == 'healthy'`],
  ['config_id', `config.health == 'healthy'`],
  ['config_analysis_id', `analysis.status == 'resolved'`],
] as const

/** The script that a person most likely wants for a piece of evidence. */
export const usualScript = (evidence: Evidence): string =>
  scripts.find(([column]) => evidence[column] !== null)?.[1] ?? `incident.status == 'mitigated'`
