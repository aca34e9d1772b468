import { evaluateAll, toExpression, findExpressionError } from '#relay/backend/templates/template.ts'
import type { Condition } from './read-conditions.ts'

/** `done` is null if the result is unknown. */
interface Verdict {
  readonly id: string
  readonly done: boolean | null
  readonly script_result: string
}

export const judge = async ({ id, incidentId, script, isDeleted, values }: Condition): Promise<Verdict> => {
  if (isDeleted) return { id, done: null, script_result: 'The resource was deleted.' }
  const [outcome] = await evaluateAll([toExpression({ expr: script })], values, { owner: incidentId })
  if (outcome?.ok !== true) return { id, done: null, script_result: outcome?.error.message ?? 'No result.' }
  if (typeof outcome.value === 'boolean') return { id, done: outcome.value, script_result: String(outcome.value) }
  return { id, done: null, script_result: 'The script must return true or false.' }
}

export const validateDoneCondition = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  const script = row['script']
  if (relation !== 'evidences' || typeof script !== 'string' || script === '') return undefined
  const error = await findExpressionError({ language: 'expr', source: script })
  return error === undefined ? undefined : `script: ${error.message}`
}
