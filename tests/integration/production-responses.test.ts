import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkRowSchema } from '#shared/health/check-row.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { generations, recorded, startReplayBackend, type ReplayBackend } from '#tests/fixtures/replay-backend.ts'

let backend: ReplayBackend
let relay: RelayApp
const begin = async (...options: Parameters<typeof startReplayBackend>) => {
  backend = await startReplayBackend(...options)
  relay = await startRelayApp(backend.url)
}
afterEach(async () => {
  await relay.stop()
  await backend.stop()
})

const get = (path: string) => fetch(`${relay.url}/api${path}`)
const idIn = (path: string) => /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(path)?.[0] ?? ''
const marks = /envVars|\/home\/backend|stacktrace|shell\.go/

describe.each(generations)('result of a failed script at %s', (generation) => {
  const { path } = recorded(generation, 'db-playbook_run_action-failing-bad').request
  const runPath = recorded(generation, 'db-playbook_run_actions-of-failing').request.path

  test('has output and exit code, but not the environment of the backend', async () => {
    await begin(generation)
    const response = await get(path)
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toMatch(marks)
    expect(JSON.parse(text)).toMatchObject([{ status: 'failed', result: { stdout: 'out', stderr: 'no', exitCode: 3 } }])
    expect(JSON.parse(text)).not.toMatchObject([{ result: { error: expect.anything() } }])
    expect(await (await get(runPath)).text()).not.toMatch(marks)
  })

  test('has its output in the log, even when only the error contains it', async () => {
    const actionId = idIn(path)
    const line = `/db/playbook_run_actions?id=eq.${actionId}&select=status,start_time,end_time,result`
    await begin(generation, { over: { [line]: recorded(generation, 'db-playbook_run_action-failing-bad') } })
    const viewer = await connectRaw(relay.url)
    await viewer.subscribe({ topic: 'playbooks.log', params: { actionId } })
    expect(JSON.stringify(await viewer.next('snapshot'))).toMatch(/"out".*"no"/)
    expect(await viewer.subscribe({ topic: 'playbooks.run', params: { runId: idIn(runPath) } })).toMatchObject({
      ok: true,
    })
    await viewer.next('snapshot')
    viewer.close()
    expect(JSON.stringify(viewer.messages)).not.toMatch(marks)
  })
})

const checkRows = async () => {
  const viewer = await connectRaw(relay.url)
  await viewer.subscribe({ topic: 'health.checks', params: {} })
  const rows = z.array(checkRowSchema).parse((await viewer.next('snapshot')).rows)
  viewer.close()
  return new Map(rows.map((row) => [row.id, row]))
}

describe.each(generations)('checks of %s', (generation) => {
  const getId = (name: string) => idIn(recorded(generation, `db-check_statuses-${name}`).request.path)

  test('have the messages and status strips that the summary omits', async () => {
    await begin(generation)
    const rows = await checkRows()
    expect(rows.get(getId('failed'))).toMatchObject({
      message: 'expected 500 to be in [200]',
      recent: expect.stringMatching(/f$/),
    })
    expect(rows.get(getId('newest'))).toMatchObject({ message: '', recent: expect.stringMatching(/p$/) })
    expect(backend.unknown).toEqual([])
  })

  test('report a missing message when their results cannot be requested', async () => {
    await begin(generation, { unsupported: /recent:check_statuses/ })
    const { message, recent } = (await checkRows()).get(getId('failed')) ?? {}
    expect({ message, recent }).toEqual({ message: 'The backend summary contains no message.', recent: '' })
  })
})

test('does not forward a response that cannot be inspected', async () => {
  const { path } = recorded('head', 'db-playbook_run_action-failing-bad').request
  const body = 'id,result\n1,"{""envVars"": 1}"'
  await begin('head', { over: { [path]: { status: 200, body, headers: { 'content-type': 'text/csv' } } } })
  const response = await get(path)
  expect(response.status).toBe(502)
  expect(await response.text()).not.toMatch(marks)
})

test('rejects selecting a part of a result', async () => {
  await begin('head')
  const response = await get('/db/playbook_run_actions?select=x:result->error')
  expect({ status: response.status, unknown: backend.unknown }).toEqual({ status: 403, unknown: [] })
})

test.each(generations)(
  'explains access to a playbook, also where playbooks of %s lack a column',
  async (generation) => {
    const explained = recorded(generation, 'db-explain-playbook')
    const playbookId =
      z.array(z.object({ id: z.string() })).parse(recorded(generation, 'db-playbooks').body)[0]?.id ?? ''
    const row = { id: playbookId, name: 'hello', namespace: 'default', type: 'Echo' }
    const path = `${explained.request.path}&id=eq.${playbookId}`
    await begin(generation, {
      over: {
        [path]: explained.status === 200 ? { status: 200, body: [row] } : explained,
        [path.replace(',tags', '')]: { status: 200, body: [row] },
      },
    })
    const person = idIn(JSON.stringify(recorded(generation, 'whoami').body))
    const query = new URLSearchParams({ person, action: 'read', resource: 'playbooks', playbook: playbookId })
    const text = await (await get(`/access/explanation?${query}`)).text()
    expect(text).toContain('"unknown"')
    expect(text).not.toContain('The playbook could not be read')
  },
)

const agentsPath =
  '/db/agents_summary?select=*,created_by(id,name)&id=neq.00000000-0000-0000-0000-000000000000&deleted_at=is.null&order=name.asc'

test.each([
  {
    response: {
      status: 403,
      body: 'unauthorized. Access Denied',
      headers: { 'content-type': 'text/plain', 'x-rbac-action': 'read', 'x-rbac-object': 'database.monitor' },
    },
    stale: {
      reason: 'Missing permission: read on database.monitor. The backend denied the request (403).',
      isDenied: true,
    },
  },
  {
    response: { status: 502, body: { message: 'remote http://localhost:3000 unreachable, could not forward' } },
    stale: { reason: 'The backend is up, but its data API (PostgREST) is unreachable (502).' },
  },
])('a topic says why it has no data: status $response.status', async ({ response, stale }) => {
  await begin('head', { over: { [agentsPath]: response } })
  const viewer = await connectRaw(relay.url)
  await viewer.subscribe({ topic: 'settings.agents', params: {} })
  expect(await viewer.next('stale')).toMatchObject(stale)
  viewer.close()
})
