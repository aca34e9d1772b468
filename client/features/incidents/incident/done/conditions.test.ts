import { expect, test } from 'vitest'
import { evidenceSchema } from '#shared/incidents/evidence.ts'
import { listConditions, isTicked, usualScript } from './conditions.ts'

const makeEvidence = (id: string, more: object) =>
  evidenceSchema.parse({ id, type: 'check', description: id, created_at: id, definition_of_done: true, ...more })

const script = 'check.status == "healthy"'
const ticked = makeEvidence('4', { type: 'comment' })
const evidences = [
  makeEvidence('1', { script, done: true, script_result: 'true' }),
  makeEvidence('2', { script, done: null, script_result: 'No such key: check' }),
  makeEvidence('3', { script, done: false, script_result: 'false' }),
  ticked,
  makeEvidence('5', { definition_of_done: false }),
]
const turn = (id: string, at: string) => ({
  id: at,
  type: 'evidence.done_updated',
  description: 'done',
  created_at: at,
  created_by: null,
  evidence: { id, description: id },
})

test('a condition shows whether it is met, since when, or why it cannot be evaluated', () => {
  const conditions = listConditions([{ evidences }], [turn('1', 'newest'), turn('1', 'older'), turn('3', 'first')])
  expect(conditions.map(({ evidence, state, text, since }) => [evidence.id, state, text, since])).toEqual([
    ['1', 'healthy', 'true', 'newest'],
    ['2', 'warning', 'No such key: check', null],
    ['3', 'unknown', 'false', 'first'],
    ['4', 'unknown', 'not done yet', null],
  ])
})

test('a manual condition is not evidence, and the suggested script of a check tests its status', () => {
  expect(evidences.filter(isTicked)).toEqual([ticked])
  expect(usualScript(makeEvidence('1', { check_id: 'c' }))).toBe(`check.status == 'healthy'`)
})
