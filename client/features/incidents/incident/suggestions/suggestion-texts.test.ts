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

test('says when it turned and by what it hangs together, and nothing against it where nothing is known', () => {
  expect(describeReason(check, beganAt)).toBe('turned 2m after; 3 steps from authorize, by payments, mesh')
  expect(describeReason({ ...check, steps: 1, via: [] }, beganAt)).toBe(
    'turned 2m after; 1 step from authorize, directly',
  )
  expect(describeCounterEvidence(check)).toBeNull()
})

test('says what speaks against it', () => {
  const loose = { ...check, steps: null, via: null, nearest: null, turns_before: 14, well_at: beganAt }
  expect(describeReason({ ...loose, turned_at: '2026-03-24T02:59:00Z' }, beganAt)).toBe('turned 1m before')
  expect(describeCounterEvidence(loose)).toBe(
    'nothing ties it to the evidence; it was well again soon; it failed 14 times in the week before as well',
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

test('of a similar incident it says what is the same and what solved it, or that nobody said so', () => {
  expect(describeShared(similar)).toBe('50 % the same: front')
  expect(describeSolution(similar)).toBe('Cause: “The mesh” (proven). Solved by: “Roll back” (likely).')
  expect(describeSolution({ ...similar, causes: [], solutions: [] })).toBe('Nobody has said what caused or solved it.')
})

test('a run is told with how its incident went on', () => {
  const run = { id: 'r1', status: 'completed', started_at: beganAt, incident: 'INC-1', over_after_ms: 240_000 }
  expect(describeRun(run)).toBe('completed during INC-1, which was over 4m later')
  expect(describeRun({ ...run, status: 'failed', over_after_ms: null })).toBe(
    'failed during INC-1, which was not over within 2 hours',
  )
})
