import { expect, test } from 'vitest'
import type { Suggestions } from '#shared/incidents/suggestions-route.ts'
import {
  describeCounterEvidence,
  describeReason,
  describeRun,
  describeShared,
  describeSolution,
} from './suggestion-texts.ts'

const beganAt = '2026-03-24T03:00:00Z'
const check: Suggestions['together'][number] = {
  kind: 'check',
  id: 'c1',
  name: 'front',
  health: 'unhealthy',
  turned_at: '2026-03-24T03:02:00Z',
  well_at: null,
  via: ['payments', 'mesh'],
  nearest: 'authorize',
  steps: 3,
  turns_before: 0,
}

test('states the time offset and the link to the evidence, without counterarguments when there are none', () => {
  expect(describeReason(check, beganAt)).toBe('became unhealthy 2m after; 3 steps from authorize, via payments, mesh')
  expect(describeReason({ ...check, steps: 1, via: [] }, beganAt)).toBe(
    'became unhealthy 2m after; 1 step from authorize, directly',
  )
  expect(describeCounterEvidence(check)).toBeNull()
})

test('lists the counterarguments', () => {
  const loose = { ...check, steps: null, via: null, nearest: null, turns_before: 14, well_at: beganAt }
  expect(describeReason({ ...loose, turned_at: '2026-03-24T02:59:00Z' }, beganAt)).toBe('became unhealthy 1m before')
  expect(describeCounterEvidence(loose)).toBe(
    'not linked to the evidence; it recovered quickly; it also failed 14 times in the week before',
  )
})

const similar: Suggestions['similar'][number] = {
  id: 'i1',
  number: 'INC-1',
  title: 'Cards fail',
  status: 'closed',
  opened_at: beganAt,
  over_at: beganAt,
  shared: [{ kind: 'check', id: 'c1', name: 'front' }],
  score: 0.5,
  causes: [{ title: 'The mesh', status: 'proven' }],
  solutions: [{ title: 'Roll back', status: 'likely' }],
}

test('a similar incident shows shared resources and its solution, or that none is recorded', () => {
  expect(describeShared(similar)).toBe('50 % similarity: front')
  expect(describeSolution(similar)).toBe('Cause: “The mesh” (proven). Solution: “Roll back” (likely).')
  expect(describeSolution({ ...similar, causes: [], solutions: [] })).toBe('No cause or solution recorded.')
})

test('a run is shown with the outcome of its incident', () => {
  const run = { id: 'r1', status: 'completed', started_at: beganAt, incident: 'INC-1', over_after_ms: 240_000 }
  expect(describeRun(run)).toBe('completed during INC-1, which was resolved 4m later')
  expect(describeRun({ ...run, status: 'failed', over_after_ms: null })).toBe(
    'failed during INC-1, which was not resolved within 2 hours',
  )
})
