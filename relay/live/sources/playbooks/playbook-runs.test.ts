import { expect, test } from 'vitest'
import { runListRowSchema } from '#shared/playbooks/listed-run.ts'
import { playbookRunsSource } from './playbook-runs.ts'

const page = { offset: 0, limit: 50 }
const id = '0195c0de-0000-7000-8000-000000000001'

const at = (second: number) => `2026-11-21T08:00:0${second}Z`
const run = {
  id,
  playbook_id: 'b1',
  status: 'running',
  timeout: 1,
  scheduled_time: at(0),
  created_at: at(0),
  spec: {
    actions: [{ name: 'one' }, { name: 'two' }, { name: 'three' }],
    approval: { approvers: { teams: ['edge'] } },
  },
}

const rowsFor = async (runs: unknown[], isAnnounced = true) => {
  const paths: string[] = []
  const ask = async (path: string) => {
    paths.push(path)
    return path.includes('select=id&')
      ? { body: '[]', total: path.includes('pending_approval') ? 2 : 3 }
      : { body: JSON.stringify(runs), total: 148 }
  }
  const source = playbookRunsSource(ask, { isAnnounced })
  const { body, againWithinMs } = await source.load(page, new AbortController().signal, { kind: 'all' })
  return { paths, againWithinMs, rows: (JSON.parse(body) as unknown[]).map((entry) => runListRowSchema.parse(entry)) }
}

test('counts a retried step once, in its current state', async () => {
  const tries = [
    { name: 'two', status: 'running', error: null, start_time: at(3), scheduled_time: at(3) },
    { name: 'one', status: 'completed', error: null, start_time: at(1), scheduled_time: at(1) },
    { name: 'two', status: 'failed', error: 'exit code 1', start_time: at(2), scheduled_time: at(2) },
  ]
  const { paths, rows } = await rowsFor([{ ...run, tries }])
  expect(paths).toHaveLength(4)
  expect(rows).toEqual([
    { kind: 'totals', all: 148, running: 3, waiting: 2, failed: 3 },
    expect.objectContaining({ id, stepCount: 3, stepsDone: 1, step: 'two', stepError: null, approvers: null }),
  ])
})

test('shows where and why a run failed, and whose approval a run waits for', async () => {
  const tries = [{ name: 'one', status: 'failed', error: 'exit code 255', start_time: at(1), scheduled_time: at(1) }]
  const { rows } = await rowsFor([
    { ...run, status: 'failed', tries },
    { ...run, id: 'r2', status: 'pending_approval' },
  ])
  expect(rows.slice(1)).toEqual([
    expect.objectContaining({ step: 'one', stepError: 'exit code 255', approvers: null }),
    expect.objectContaining({ step: null, approvers: { type: 'all', people: [], teams: ['edge'] } }),
  ])
})

test('polls a page with a run in progress more often when changes are not announced', async () => {
  expect((await rowsFor([run], false)).againWithinMs).toBe(2_000)
  expect((await rowsFor([run])).againWithinMs).toBeUndefined()
  expect((await rowsFor([{ ...run, status: 'completed' }], false)).againWithinMs).toBeUndefined()
})
