import { expect, test } from 'vitest'
import type { RunPart, RunTry } from '#shared/playbooks/run-part.ts'
import { createRunHead } from '#client/testing/run-head.ts'
import { runAgainHref } from './run-links.ts'
import { toRunView, shownTry } from './run-view.ts'

const at = (second: number) => `2026-11-21T08:00:0${second}Z`
const step = (name: string) => ({ name, kind: 'exec', condition: null, retries: 2 })
const values = [
  { name: 'version', label: 'Version', value: '1.26 & more', secret: false },
  { name: 'token', label: 'Token', value: null, secret: true },
]
const head = (status: string): RunPart =>
  createRunHead({ status, config_id: 'c1', steps: [step('one'), step('two'), step('three')], values })
const makeAttempt = (id: string, name: string, status: string, second: number, over: Partial<RunTry> = {}): RunTry => ({
  kind: 'try',
  id,
  name,
  playbook_run_id: 'r1',
  status,
  scheduled_time: at(second),
  start_time: at(second),
  end_time: null,
  retry_count: 0,
  agent: null,
  error: null,
  artifacts: [],
  ...over,
})

test('a step lists its attempts in order, and one without attempts is planned', () => {
  const parts = [
    head('running'),
    makeAttempt('t3', 'two', 'running', 3, { retry_count: 1 }),
    makeAttempt('t2', 'two', 'failed', 2),
  ]
  const view = toRunView([...parts, makeAttempt('t1', 'one', 'completed', 1)])
  expect(view?.steps.map(({ name, status, tries }) => [name, status, tries.map(({ id }) => id)])).toEqual([
    ['one', 'completed', ['t1']],
    ['two', 'running', ['t2', 't3']],
    ['three', 'planned', []],
  ])
  expect([view?.stepsDone, view?.current?.name, view?.isOver]).toEqual([1, 'two', false])
})

test('a finished run skips steps without attempts and shows the failed step first', () => {
  const view = toRunView([
    head('failed'),
    makeAttempt('t1', 'one', 'completed', 1),
    makeAttempt('t2', 'two', 'failed', 2),
  ])
  expect(view?.steps.at(-1)?.status).toBe('skipped')
  expect(view && shownTry(view, null)?.shown.id).toBe('t2')
  expect(view && shownTry(view, 't1')?.shown.id).toBe('t1')
  expect(view && shownTry(view, 'gone')?.shown.id).toBe('t2')
})

test('attempts of child runs appear under the child', () => {
  const child: RunPart = { ...createRunHead({ id: 'r2', parent_id: 'r1', status: 'completed' }), kind: 'child' }
  const view = toRunView([
    head('running'),
    child,
    makeAttempt('t9', 'set-weights', 'completed', 4, { playbook_run_id: 'r2' }),
  ])
  expect(view?.children.map(({ run, steps }) => [run.id, steps.map(({ name }) => name)])).toEqual([
    ['r2', ['set-weights']],
  ])
  expect(view?.steps.map(({ tries }) => tries.length)).toEqual([0, 0, 0])
})

test('returns null without the run itself', () => {
  expect(toRunView([makeAttempt('t1', 'one', 'completed', 1)])).toBeNull()
})

test('running again opens the dialog with the same target and values, without secrets', () => {
  expect(runAgainHref(createRunHead({ config_id: 'c1', values }))).toBe(
    '/playbooks/runs?playbook=b1&run=true&config_id=c1&params.version=1.26+%26+more',
  )
})
