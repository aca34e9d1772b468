import { expect, test } from 'vitest'
import type { RunTry } from '#shared/playbooks/run-part.ts'
import { compareDurations, compareParameters } from './compare-runs.ts'

const value = (name: string, text: string | null, secret = false) => ({ name, label: name, value: text, secret })

test('parameters of two runs are paired by name; secrets are never compared', () => {
  const [token, old, slow] = [value('token', null, true), value('old', 'x'), value('mode', 'slow')]
  expect(compareParameters([value('batch', '2'), old, token], [value('batch', '3'), slow, token])).toEqual([
    { name: 'batch', before: value('batch', '2'), after: value('batch', '3'), isChanged: true },
    { name: 'mode', before: null, after: slow, isChanged: true },
    { name: 'token', before: token, after: token, isChanged: false },
    { name: 'old', before: old, after: null, isChanged: true },
  ])
})

const attempt = (seconds: number): RunTry => ({
  kind: 'try',
  id: 'a',
  name: 'roll',
  playbook_run_id: 'r',
  status: 'completed',
  scheduled_time: '2026-11-21T08:00:00Z',
  start_time: '2026-11-21T08:00:00.000Z',
  end_time: new Date(Date.UTC(2026, 10, 21, 8, 0, seconds)).toISOString(),
  retry_count: 0,
  agent: null,
  error: null,
  artifacts: [],
})
const step = (name: string, ...tries: RunTry[]) => ({ name, kind: 'exec', retries: 0, tries, status: 'completed' })

test('a step that took more than twice as long is marked', () => {
  expect(
    compareDurations(
      [step('roll', attempt(2)), step('wait', attempt(1))],
      [step('roll', attempt(1), attempt(5)), step('wait', attempt(1)), step('skipped')],
    ),
  ).toEqual([
    { name: 'roll', before: 2_000, after: 5_000, isChanged: true },
    { name: 'wait', before: 1_000, after: 1_000, isChanged: false },
    { name: 'skipped', before: null, after: null, isChanged: false },
  ])
})
