import { insertRows, updateRows } from '#client/api/data-api.ts'

const change = (id: string, body: Readonly<Record<string, unknown>>): Promise<void> =>
  updateRows('evidences', { id: `eq.${id}` }, body)

export const addTicked = async (hypothesisId: string, description: string, createdBy: string): Promise<void> => {
  const condition = { type: 'comment', description, definition_of_done: true }
  const body = { ...condition, hypothesis_id: hypothesisId, created_by: createdBy }
  await insertRows('evidences', body)
}

export const addScripted = (evidenceId: string, script: string) =>
  change(evidenceId, { definition_of_done: true, script, done: null, script_result: null })

export const tick = (evidenceId: string, done: boolean) => change(evidenceId, { done })

export const removeCondition = (evidenceId: string) =>
  change(evidenceId, { definition_of_done: false, script: null, done: null, script_result: null })
