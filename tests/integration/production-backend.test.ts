import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#relay/database/database.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import {
  generations,
  recorded,
  startReplayBackend,
  type Generation,
  type ReplayBackend,
} from '#tests/fixtures/replay-backend.ts'

let backend: ReplayBackend
let relay: RelayApp
let viewer: RawSocket
const listeners = new Map<string, (payload: string) => void>()
const listen: Database['listen'] = async (channel, onNotify) => {
  listeners.set(channel, onNotify)
  return async () => void listeners.delete(channel)
}
const begin = async (...options: Parameters<typeof startReplayBackend>) => {
  backend = await startReplayBackend(...options)
  relay = await startRelayApp(backend.url, {}, { notices: { listen } })
  viewer = await connectRaw(relay.url)
}
afterEach(async () => {
  viewer.close()
  await relay.stop()
  await backend.stop()
})

const loadRows = async (topic: string, params: object): Promise<readonly Record<string, unknown>[]> => {
  expect(await viewer.subscribe({ topic, params })).toMatchObject({ ok: true })
  return z.array(z.record(z.string(), z.unknown())).parse((await viewer.next('snapshot')).rows)
}
const rowSchema = z.looseObject({ id: z.string() })
const idIn = (generation: Generation, name: string): string =>
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(recorded(generation, name).request.path)?.[0] ?? ''
const newestFirst = { sortBy: 'created_at', descending: true }
const countRunsPath = (status: string) => `/db/playbook_runs?parent_id=is.null&status=in.(${status})&select=id&limit=1`
const none = { status: 200, body: [] }

describe.each(generations)('backend of generation %s', (generation) => {
  test('returns its checks with their ids', async () => {
    await begin(generation)
    const { checks_summary: sent } = z
      .object({ checks_summary: z.array(rowSchema) })
      .parse(recorded(generation, 'canary-summary').body)
    const rows = await loadRows('health.checks', {})
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(sent.map(({ id }) => id)))
    expect(rows.filter(({ problem }) => problem !== '')).toEqual([])
  })

  test('returns no checks when the list is missing', async () => {
    const body = { duration: 2, runnerName: 'local' }
    await begin(generation, { over: { '/canary/api/summary': { status: 200, body } } })
    expect(await loadRows('health.checks', {})).toEqual([])
  })

  test('returns the history of a check', async () => {
    await begin(generation)
    const rows = await loadRows('health.statuses', { checkId: idIn(generation, 'db-check_statuses-newest') })
    expect(rows).toHaveLength(z.array(z.unknown()).parse(recorded(generation, 'db-check_statuses-newest').body).length)
  })

  test.each(['long', 'failing', 'approved-by-others', 'artifact'])(
    'returns the run %s with its steps',
    async (name) => {
      await begin(generation)
      const rows = await loadRows('playbooks.run', { runId: idIn(generation, `db-playbook_runs-one-${name}`) })
      const actions = z.array(rowSchema).parse(recorded(generation, `db-playbook_run_actions-of-${name}`).body)
      expect(rows.filter((row) => row['kind'] === 'run')).toHaveLength(1)
      expect(rows.flatMap((row) => (row['kind'] === 'try' ? [row['id']] : []))).toEqual(actions.map(({ id }) => id))
      expect(rows.filter((row) => row['kind'] === 'try').map((row) => row['agent'])).toEqual(actions.map(() => null))
    },
  )

  test('returns the lists of runs and of job runs', async () => {
    await begin(generation, {
      over: { [countRunsPath('pending_approval')]: none, [countRunsPath('failed,timed_out')]: none },
    })
    const runs = z.array(rowSchema).parse(recorded(generation, 'db-playbook_runs-list').body)
    const rows = await loadRows('playbooks.runs', { limit: 50, offset: 0 })
    expect(rows.flatMap((row) => (row['kind'] === 'run' ? [row['id']] : []))).toEqual(runs.map(({ id }) => id))
    const jobs = z.array(rowSchema).parse(recorded(generation, 'db-job_histories').body)
    expect(await loadRows('jobs.history', { ...newestFirst, limit: 50, offset: 0 })).toHaveLength(jobs.length + 1)
  })

  test('omits an unreadable row from lists, and logs that once', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const odd = (name: string) => {
      const { request, body } = recorded(generation, name)
      return { [request.path]: { status: 200, body: [{ id: 7 }, ...z.array(z.unknown()).parse(body)] } }
    }
    const actions = 'db-playbook_run_actions-of-failing'
    const lists = ['db-job_histories', 'db-people', actions]
    const over = Object.assign({}, ...lists.map(odd))
    backend = await startReplayBackend(generation, { over })
    relay = await startRelayApp(backend.url, {}, { log })
    viewer = await connectRaw(relay.url)
    const countRows = (name: string) => z.array(z.unknown()).parse(recorded(generation, name).body).length
    expect(await loadRows('jobs.history', { ...newestFirst, limit: 50, offset: 0 })).toHaveLength(
      countRows('db-job_histories') + 1,
    )
    expect(await loadRows('settings.users', {})).toHaveLength(countRows('db-people'))
    const run = await loadRows('playbooks.run', { runId: idIn(generation, 'db-playbook_runs-one-failing') })
    expect(run.filter(({ kind }) => kind === 'try')).toHaveLength(countRows(actions))
    const logLines = lines.map((line) =>
      z.object({ topic: z.string().optional(), msg: z.string() }).parse(JSON.parse(line)),
    )
    expect(logLines.filter(({ msg }) => msg === 'invalid rows skipped').map(({ topic }) => topic)).toEqual([
      'jobs.history',
      'settings.users',
      'playbooks.run',
    ])
  })

  test('shows people without accounts when there is no identity service', async () => {
    await begin(generation)
    const people = z.array(rowSchema).parse(recorded(generation, 'db-people').body)
    const rows = await loadRows('settings.users', {})
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(people.map(({ id }) => id)))
    expect(rows.filter(({ name }) => String(name) !== String(name).trim())).toEqual([])
    expect(rows.flatMap(({ roles }) => roles)).not.toContain('everyone')
  })

  test('reads the output of a step from its result, since it stores no lines', async () => {
    const actionId = idIn(generation, 'playbook-action-log-tail')
    const result = { stdout: 'line 1\nline 2', stderr: 'oh', exitCode: 0 }
    const action = { status: 'completed', start_time: '2026-11-22T21:20:01Z', end_time: '2026-11-22T21:20:09Z', result }
    const line = `/db/playbook_run_actions?id=eq.${actionId}&select=status,start_time,end_time,result`
    await begin(generation, { over: { [line]: { status: 200, body: [action] } } })
    const rows = await loadRows('playbooks.log', { actionId })
    expect(JSON.stringify(rows)).toContain('line 2')
    expect((await fetch(`${relay.url}/api/playbook/run/action/${actionId}/log?from=1&lines=10`)).status).toBe(200)
  })

  test('shows a running step that the backend reports as scheduled until it ends', async () => {
    const instead = ['db-playbook_runs-one-long-while-running', 'db-playbook_run_actions-of-long-while-running']
    await begin(generation, { instead })
    const rows = await loadRows('playbooks.run', { runId: idIn(generation, 'db-playbook_runs-one-long-while-running') })
    expect(rows.filter((row) => row['kind'] === 'run').map(({ status }) => status)).toEqual(['running'])
    expect(rows.flatMap((row) => (row['kind'] === 'try' ? [row['status']] : []))[0]).toBe('running')
    for (const name of instead) backend.replay(name.replace('-while-running', ''))
    const { put } = await viewer.next('patch')
    expect(put).toContainEqual(expect.objectContaining({ kind: 'run', status: 'completed' }))
  })
})

test.each(['playbooks', 'permissions'])('reports a row that another client inserts into %s', async (table) => {
  await begin('head')
  const topic = table === 'playbooks' ? 'playbooks.playbooks' : 'settings.permissions'
  const [before] = await loadRows(topic, {})
  const id = '0195c0de-9002-5e03-b232-900000000002'
  const path = `/db/${table}?select=id,updated_at&deleted_at=is.null&order=updated_at.desc.nullslast,id&limit=100`
  backend.respondWith(path, { status: 200, body: [{ id, updated_at: '2026-11-22T21:20:01Z' }] })
  listeners.get('table_activity')?.(`${table} INSERT ${id}`)
  const { put } = await viewer.next('patch')
  expect(put).toEqual([{ table, mark: expect.any(String) }])
  expect(put).not.toEqual([before])
})

test.each(generations)(
  'writes of standalone mode at %s are attributed to the person of its credential',
  async (generation) => {
    await begin(generation)
    const whoami = z.object({ payload: z.object({ user: rowSchema }) })
    const { payload } = whoami.parse(await (await fetch(`${relay.url}/api/auth/whoami`)).json())
    expect(payload.user.id).toBe(whoami.parse(recorded(generation, 'whoami').body).payload.user.id)
  },
)

test('writes of standalone mode have no author when the backend does not identify its credential', async () => {
  await begin('head', { over: { '/auth/whoami': { status: 401, body: { error: 'unauthorized' } } } })
  const body: unknown = await (await fetch(`${relay.url}/api/auth/whoami`)).json()
  expect(body).toMatchObject({ payload: { user: { id: '', name: 'Admin' }, roles: ['admin'] } })
})

test('accounts of the backend have times with a zone', async () => {
  await begin('head', { instead: ['identity-db-identities'] })
  expect((await loadRows('settings.users', {})).map(({ createdAt }) => createdAt)).toEqual([
    '2026-11-22T21:56:36.189042Z',
  ])
})
