import { expect, test } from 'vitest'
import { runPartSchema } from '#shared/playbooks/run-part.ts'
import { playbookRunSource } from './playbook-run.ts'

const runId = '0195c0de-0000-7000-8000-000000000001'
const childId = '0195c0de-0000-7000-8000-000000000002'
const at = '2026-11-21T08:00:00Z'
const mara = { id: 'p1', name: 'Mara Lindqvist', avatar: null }

const run = (over: object) => ({
  id: runId,
  playbook_id: 'b1',
  status: 'running',
  timeout: 1_800_000_000_000,
  scheduled_time: at,
  created_at: at,
  created_by: mara,
  playbooks: { id: 'b1', name: 'pin', title: 'Pin sidecar version' },
  ...over,
})
const nothing = {
  parent_id: null,
  error: null,
  start_time: null,
  end_time: null,
  notification_send_id: null,
  check_id: null,
  config_id: null,
  component_id: null,
  component: null,
  check: null,
  config: null,
}
const spec = {
  parameters: [
    { name: 'version', label: 'Sidecar version' },
    { name: 'token', type: 'secret' },
    { name: 'pass', properties: { format: 'password' } },
    { name: 'host', type: 'config' },
  ],
  actions: [
    { name: 'roll', exec: { script: 'roll' }, retry: { limit: 2 } },
    { name: 'tell', if: 'always()', notification: {} },
    { name: 'later', holoDeck: {} },
  ],
  approval: { type: 'all', approvers: { people: ['priya@northwind.example'], teams: ['data-platform'] } },
}
const artifact = { id: 'f1', filename: 'a.txt', size: 3, content_type: 'text/plain', checksum: 'x', created_at: at }

const load = async (runs: unknown[], actions: unknown[], isAnnounced = true) => {
  const paths: string[] = []
  const ask = async (path: string) => {
    paths.push(path.split('?', 1)[0] ?? '')
    return JSON.stringify(path.includes('rpc') ? actions : runs)
  }
  const source = playbookRunSource(ask, { isAnnounced })
  const { body, againWithinMs } = await source.load({ runId }, new AbortController().signal, { kind: 'all' })
  return { paths, againWithinMs, rows: (JSON.parse(body) as unknown[]).map((entry) => runPartSchema.parse(entry)) }
}

test('returns the run, its approvals, its attempts with errors and artifacts, and its children [PLAY-03,PLAY-10]', async () => {
  const approval = { id: 'a1', created_at: at, person_id: mara, team_id: null }
  const { paths, rows } = await load(
    [
      run({
        spec,
        parameters: { version: '1.26.4', token: 'sealed', pass: 'sealed too', host: runId, extra: 'kept' },
        playbook_approvals: [approval],
        tries: [{ id: 't1', error: 'exit code 255', artifacts: [artifact] }],
      }),
      run({ id: childId, parent_id: runId, status: 'completed' }),
    ],
    [{ id: 't1', name: 'roll', playbook_run_id: runId, status: 'failed', scheduled_time: at, retry_count: 1 }],
  )
  expect(paths).toEqual(['/api/db/playbook_runs', '/api/db/rpc/get_playbook_run_actions'])
  const playbooks = { id: 'b1', name: 'pin', title: 'Pin sidecar version', icon: null }
  expect(rows).toEqual([
    {
      kind: 'run',
      ...run({ ...nothing, playbooks }),
      steps: [
        { name: 'roll', kind: 'exec', condition: null, retries: 2 },
        { name: 'tell', kind: 'notification', condition: 'always()', retries: 0 },
        { name: 'later', kind: '', condition: null, retries: 0 },
      ],
      approvers: { type: 'all', people: ['priya@northwind.example'], teams: ['data-platform'] },
      values: [
        { name: 'version', label: 'Sidecar version', value: '1.26.4', secret: false },
        { name: 'token', label: 'token', type: 'secret', value: null, secret: true },
        { name: 'pass', label: 'pass', value: null, secret: true },
        { name: 'host', label: 'host', type: 'config', value: runId, secret: false },
        { name: 'extra', label: 'extra', value: 'kept', secret: false },
      ],
    },
    { kind: 'approval', id: 'a1', created_at: at, person: mara, team: null },
    {
      kind: 'try',
      id: 't1',
      name: 'roll',
      playbook_run_id: runId,
      status: 'failed',
      scheduled_time: at,
      start_time: null,
      end_time: null,
      retry_count: 1,
      agent: null,
      error: 'exit code 255',
      artifacts: [artifact],
    },
    { kind: 'child', ...run({ ...nothing, playbooks, id: childId, parent_id: runId, status: 'completed' }) },
  ])
})

test('returns no parts of a missing run and no steps of an invalid spec', async () => {
  expect((await load([], [])).rows).toEqual([])
  const { rows } = await load([run({ spec: 'none' })], [])
  expect(rows).toEqual([expect.objectContaining({ kind: 'run', steps: [], approvers: null, values: [] })])
})

test('rejects an invalid list of runs', async () => {
  await expect(load([{ id: 7 }], [])).rejects.toThrow('The backend returned runs in an unknown format.')
})

test.each([
  ['running', at, 500],
  ['retrying', at, 500],
  ['scheduled', at, 500],
  ['scheduled', '2126-11-21T08:00:00Z', undefined],
  ['pending_approval', at, undefined],
  ['completed', at, undefined],
])('polls a run that is %s (due %s) within %s ms when its end is not announced', async (status, due, ms) => {
  const runs = [run({ status, scheduled_time: due })]
  expect((await load(runs, [], false)).againWithinMs).toBe(ms)
  expect((await load(runs, [])).againWithinMs).toBeUndefined()
})

const action = (id: string, over: object) => ({
  id,
  name: id,
  playbook_run_id: runId,
  status: 'scheduled',
  scheduled_time: at,
  ...over,
})
test.each([
  ['the first that is scheduled', 'completed', ['completed', 'running', 'scheduled']],
  ['none while the one before it waits', 'waiting', ['waiting', 'scheduled', 'scheduled']],
])('shows as the running step %s', async (_which, first, shown) => {
  const actions = [
    action('c', { scheduled_time: '2026-11-21T08:00:02Z' }),
    action('a', { status: first }),
    action('b', { scheduled_time: '2026-11-21T08:00:01Z' }),
  ]
  const { rows } = await load([run({})], actions)
  const statuses = new Map(rows.flatMap((row) => (row.kind === 'try' ? [[row.id, row.status]] : [])))
  expect(['a', 'b', 'c'].map((id) => statuses.get(id))).toEqual(shown)
})
