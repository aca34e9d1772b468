import { evaluateAll, toExpression, findExpressionError } from '#relay/backend/templates/template.ts'
import type { Condition } from './read-conditions.ts'

/** How a condition stands; `done` is null where nobody can tell. */
export interface Verdict {
  readonly id: string
  readonly done: boolean | null
  readonly script_result: string
}

/** Asks a condition whether it holds. What fails, or never ends, is not known to be done. */
export const judge = async ({ id, incidentId, script, isDeleted, values }: Condition): Promise<Verdict> => {
  if (isDeleted) return { id, done: null, script_result: 'What it is about was deleted.' }
  const [outcome] = await evaluateAll([toExpression({ expr: script })], values, { owner: incidentId })
  if (outcome?.ok !== true) return { id, done: null, script_result: outcome?.error.message ?? 'It has no result.' }
  if (typeof outcome.value === 'boolean') return { id, done: outcome.value, script_result: String(outcome.value) }
  return { id, done: null, script_result: 'It must answer true or false.' }
}

/** What is wrong with a row of `evidences` that is to be written; other relations are none of its business. */
export const validateDoneCondition = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  const script = row['script']
  if (relation !== 'evidences' || typeof script !== 'string' || script === '') return undefined
  const error = await findExpressionError({ language: 'expr', source: script })
  return error === undefined ? undefined : `script: ${error.message}`
}
