import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { roles } from '#shared/access/roles.ts'
import { integrationChartRoute } from '#shared/settings/integration-charts.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { createChartRegistry } from '#relay/charts/chart-registry.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { personPerRole, startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'

let database: Database
let people: PeopleConsole
beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, personPerRole)
})
afterAll(async () => {
  await people.stop()
  await database.close()
})

const servers: TestServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const startRegistry = async (respond: RequestListener, withinMs?: number) => {
  const server = await startHttp(respond)
  servers.push(server)
  return { url: `http://127.0.0.1:${server.port}/charts`, ...(withinMs !== undefined && { withinMs }) }
}
const files: Readonly<Record<string, string>> = {
  'Chart.yaml': 'name: mission-control-flux\nversion: 0.9.1\n',
  'values.schema.json': '{"properties":{"topologyName":{"type":"string"}}}',
  'values.yaml': '# what it is called\ntopologyName: flux\n',
}
const serving =
  (served: Readonly<Record<string, string>>): RequestListener =>
  ({ url = '' }, response) => {
    const text = served[url.split('/').at(-1) ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  }

test('reads a chart from the registry once, with its schema and its original values [SET-83]', async () => {
  const requestedUrls: string[] = []
  const read = createChartRegistry(
    await startRegistry((request, response) => {
      requestedUrls.push(request.url ?? '')
      serving(files)(request, response)
    }),
  )
  const [chart] = await Promise.all([read('flux'), read('flux')])
  expect(chart).toEqual({
    id: 'flux',
    name: 'mission-control-flux',
    version: '0.9.1',
    schema: { properties: { topologyName: { type: 'string' } } },
    values: files['values.yaml'],
    source: 'registry',
    at: expect.any(String),
    reason: null,
  })
  expect(requestedUrls.toSorted()).toEqual([
    '/charts/flux/Chart.yaml',
    '/charts/flux/values.schema.json',
    '/charts/flux/values.yaml',
  ])
})

test.each([
  ['lacks it', serving({}), 'the registry does not have this chart'],
  ['fails', (_: unknown, response) => response.writeHead(503).end(), 'the registry responded with status 503'],
  [
    'leads elsewhere',
    (_: unknown, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'the registry responded with status 302',
  ],
  [
    'sends too much',
    (_: unknown, response) => response.end('x'.repeat(1_000_001)),
    'the registry response exceeds 1 MB',
  ],
  [
    'sends a name that a shell would run',
    serving({ ...files, 'Chart.yaml': 'name: "x; rm -rf /"\nversion: 1.0.0\n' }),
    'Chart.yaml from the registry is invalid',
  ],
  ['sends no values', serving({ ...files, 'values.yaml': '- a list\n' }), 'values.yaml from the registry is invalid'],
  ['hangs', () => undefined, 'the registry did not respond in time'],
  [
    'vanishes',
    ({ socket }: { readonly socket: { destroy(): unknown } }) => void socket.destroy(),
    'the registry is unreachable',
  ],
] satisfies readonly (readonly [string, RequestListener, string])[])(
  'returns the embedded copy and the reason when the registry %s [SET-83]',
  async (failure, respond, reason) => {
    const read = createChartRegistry(await startRegistry(respond, failure === 'hangs' ? 300 : 30_000))
    expect(await read('flux')).toMatchObject({
      name: 'mission-control-flux',
      version: null,
      source: 'embedded',
      reason,
    })
  },
)

test('retries the registry a minute after a failure', async () => {
  let [nowMs, isUp] = [0, false]
  const options = await startRegistry((request, response) => serving(isUp ? files : {})(request, response))
  const read = createChartRegistry({ ...options, nowMs: () => nowMs })
  expect((await read('flux')).source).toBe('embedded')
  isUp = true
  nowMs = 59_000
  expect((await read('flux')).source).toBe('embedded')
  nowMs = 61_000
  expect((await read('flux')).source).toBe('registry')
})

test('requires permission to add integrations, and reads only known charts', async () => {
  const readStatus = async (user: string, id = 'kubernetes') =>
    (await people.ask(user, `/api/console/charts/${id}`)).status
  const statuses = await Promise.all(roles.map(async (role) => [role, await readStatus(role)] as const))
  expect(Object.fromEntries(statuses)).toMatchObject({ admin: 200, editor: 200, viewer: 403, guest: 403 })
  expect([await readStatus('admin', 'gcp'), await readStatus('admin', '..%2f..%2fsecrets')]).toEqual([404, 400])
  const chart = await people.ask('admin', '/api/console/charts/kubernetes')
  expect(integrationChartRoute.response.parse(await chart.json())).toMatchObject({
    source: 'embedded',
    reason: 'the chart registry is disabled',
  })
})
