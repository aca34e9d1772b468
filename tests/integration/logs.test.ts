import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { logsRoute, logSummaryRoute, logTailRoute, type TailMessage } from '#shared/logs/log-routes.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createTopologyClient, topologyDocument } from '#tests/fixtures/topologies.ts'
import { unzip } from '#tests/fixtures/unzip.ts'

const shop = `  components:
    - name: Shop
      type: Service
      externalID: shop-1
      logs:
        - { name: web, type: Web, labels: { app: shop } }
        - { name: database, labels: { app: store } }
    - name: Quiet
`
const viewerId = '01890a5d-0000-7000-8000-000000000001'
const roles = ['admin']
const grants: Grant[] = []
let backend: TestBackend
let folder: string
let shopId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-logs-'))
  backend = await startTestBackend({ roles, grants, resources: { 'shop.yaml': topologyDocument('shop', shop) } })
  const topologies = createTopologyClient(() => backend)
  await topologies.run('shop')
  shopId = (await topologies.component('Shop')).id
})
afterAll(async () => {
  await backend.close()
  await rm(folder, { recursive: true })
})

const servers: TestServer[] = []
const made: string[] = []
const tails: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(tails.splice(0).map((close) => close()))
  roles.splice(0, roles.length, 'admin')
  grants.splice(0)
  await Promise.all(servers.splice(0).map((server) => server.close()))
  for (const id of made.splice(0)) {
    const url = `/api/db/logging_backends?id=eq.${id}`
    await backend.app.inject({ method: 'PATCH', url, payload: { deleted_at: 'now()' } })
  }
})

const save = async (name: string, ...backends: readonly object[]) => {
  const { statusCode, body } = await backend.app.inject({
    method: 'POST',
    url: '/api/db/logging_backends',
    headers: { prefer: 'return=representation' },
    payload: { name, spec: { backends }, source: 'UI' },
  })
  if (statusCode === 201) made.push(z.array(z.object({ id: z.string() })).parse(JSON.parse(body))[0]?.id ?? '')
  return { status: statusCode, body }
}
const ask = async (filter: Readonly<Record<string, unknown>> = {}) => {
  const payload = { id: shopId, ...filter }
  const { statusCode, body } = await backend.app.inject({ method: 'POST', url: '/api/logs', payload })
  return { status: statusCode, body, ...(statusCode === 200 && logsRoute.response.parse(JSON.parse(body))) }
}
const messages = async (filter?: Readonly<Record<string, unknown>>) =>
  (await ask(filter)).results?.map(({ message }) => message)
const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()
const file = async (name: string, ...lines: readonly string[]) => {
  const path = join(folder, name)
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
  return path
}

test('reads lines of files newest first, unfolds JSON, and keeps a stack trace with its line [LOGS-01]', async () => {
  const [older, newer] = [at(60), at(30)]
  const plain = await file('plain.log', `${older} ERROR it broke`, '  at one', '  at two', `${at(20)} INFO on again`)
  await file('more.log', JSON.stringify({ time: newer, level: 'warn', msg: 'low on disk', free: 7 }))
  await save('files', { labels: { app: 'shop' }, file: { path: join(folder, '*.log') } })
  const { results, total } = await ask({ name: 'web' })
  expect(total).toBe(5)
  expect(results?.map(({ message }) => message)).toEqual([
    expect.stringContaining('on again'),
    'low on disk',
    '  at two',
    '  at one',
    expect.stringContaining('it broke'),
  ])
  expect(results?.[1]).toEqual({
    timestamp: newer,
    message: 'low on disk',
    labels: { level: 'warn', free: '7', file: join(folder, 'more.log'), app: 'shop' },
  })
  expect(results?.[3]?.timestamp).toBe(older)
  expect(results?.[0]?.labels).toEqual({ level: 'info', file: plain, app: 'shop' })
  expect(await messages({ query: 'LOW ON' })).toEqual(['low on disk'])
  expect(await messages({ labels: { level: 'warn' } })).toEqual(['low on disk'])
  expect(await messages({ limit: 2 })).toHaveLength(2)
  expect(await messages({ start: older, end: at(25) })).toEqual([
    'low on disk',
    '  at two',
    '  at one',
    expect.stringContaining('it broke'),
  ])
})

const taken = async (query: string) => {
  const response = await backend.app.inject(`/api/snapshot/topology/${shopId}?${query}`)
  expect(response.statusCode).toBe(200)
  return unzip(response.rawPayload)
}

test('a snapshot of a component has its logs as text or JSON, and reports missing ones [TOPO-07]', async () => {
  const path = await file('web.log', `${at(7_200)} long ago`, `${at(60)} the first`, `${at(30)} the second`)
  await save('snapshot', { labels: { app: 'shop' }, file: { path } })
  const files = await taken('start=1h')
  expect(files.get('logs/Shop-web.log')).toMatch(/^\S+ .*the first\n\S+ .*the second\n$/)
  expect(files.get('README.txt')).toContain('logs/Shop-web.log: 2 lines')
  expect((await taken('start=3h')).get('logs/Shop-web.log')).toContain('long ago')
  const lines = (await taken('start=1h&logFormat=json')).get('logs/Shop-web.json')?.trim().split('\n') ?? []
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { message: expect.stringContaining('the first'), labels: { app: 'shop' } },
    { message: expect.stringContaining('the second') },
  ])
  roles.splice(0, roles.length, 'viewer')
  grants.push(
    grantSchema.parse({
      id: 'g1',
      subject: viewerId,
      subject_type: 'person',
      action: 'read',
      object: 'logs',
      deny: true,
    }),
  )
  const without = await taken('start=1h')
  expect([...without.keys()].filter((name) => name.startsWith('logs/'))).toEqual([])
  expect(without.get('README.txt')).toContain(
    'The log Shop web is omitted: the creator of the snapshot has no permission to read it.',
  )
})

test('a log with more lines than a snapshot can hold contributes the newest, and reports that', async () => {
  const path = await file('long.log', ...Array.from({ length: 5_100 }, (_, line) => `${at(100)} line ${line}.`))
  await save('long', { labels: { app: 'shop' }, file: { path } })
  const { rawPayload } = await backend.app.inject(`/api/snapshot/topology/${shopId}?start=1h`)
  const files = unzip(rawPayload)
  expect(files.get('logs/Shop-web.log')?.match(/line \d+\./g)).toHaveLength(5_000)
  expect(files.get('logs/Shop-web.log')).toContain('line 5099.')
  expect(files.get('README.txt')).toContain('The log Shop web has more lines: the snapshot contains the newest 5000.')
})

test('reads a log from its backends, by their labels and by routes', async () => {
  const [web, store] = [await file('web.log', `${at(5)} of the web`), await file('store.log', `${at(5)} of the store`)]
  await save(
    'places',
    { labels: { app: 'shop' }, file: { path: web } },
    { routes: [{ type: 'Other' }, { labels: { app: 'store' } }], file: { path: store } },
    { routes: [{ idPrefix: 'other-' }, { type: 'Other' }], file: { path: store } },
  )
  expect(await messages()).toEqual([expect.stringContaining('of the web')])
  expect(await messages({ name: 'database' })).toEqual([expect.stringContaining('of the store')])
})

test('reports failing backends beside the results of others, without secrets', async () => {
  const good = await file('good.log', `${at(5)} all is well`)
  const binary = join(folder, 'core.log')
  await writeFile(binary, Buffer.from([0, 1, 2, 0]))
  const queries: unknown[] = []
  const elasticsearch = await startHttp((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      queries.push([request.url, request.headers.authorization, JSON.parse(body)])
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          hits: { hits: [{ _source: { '@timestamp': at(1), message: 'from hunter2', pod: 'a' } }, { _source: {} }] },
        }),
      )
    })
  })
  servers.push(elasticsearch)
  await save(
    'mixed',
    { labels: { app: 'shop' }, file: { path: [good, binary] } },
    { labels: { app: 'shop' }, file: { path: join(folder, 'nothing/*.log') } },
    {
      elasticsearch: {
        address: `http://127.0.0.1:${elasticsearch.port}`,
        index: 'logs',
        username: 'reader',
        password: 'hunter2',
      },
    },
    { loki: { url: 'http://127.0.0.1:1', query: '{namespace="shop"}' } },
  )
  const { results, problems, body } = await ask({ query: 'from' })
  expect(results?.map(({ message, labels }) => [message, labels])).toEqual([['from ***', { pod: 'a' }]])
  expect(problems).toEqual([
    `mixed: ${binary} is not a text file.`,
    `mixed: ${join(folder, 'nothing/*.log')} does not exist.`,
    'mixed: 1 document has no field message and was skipped.',
    'mixed: Connection refused.',
  ])
  expect(body).not.toContain('hunter2')
  expect(queries).toEqual([
    [
      '/logs/_search',
      `Basic ${Buffer.from('reader:hunter2').toString('base64')}`,
      expect.objectContaining({ size: 500, sort: [{ '@timestamp': 'desc' }] }),
    ],
  ])
})

test('queries Loki by labels, text and time', async () => {
  const requests: URLSearchParams[] = []
  const loki = await startHttp(({ url = '' }, response) => {
    requests.push(new URL(url, 'http://loki').searchParams)
    const values = [['1700000000000000001', '{"msg":"out of memory","level":"error"}']]
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { resultType: 'streams', result: [{ stream: { pod: 'a' }, values }] } }))
  })
  servers.push(loki)
  await save('loki', { loki: { url: `http://127.0.0.1:${loki.port}`, query: '{namespace="shop"}' } })
  const { results } = await ask({ query: 'out of (', start: '2023-11-14T00:00:00Z', end: '2023-11-15T00:00:00Z' })
  expect(results).toEqual([
    { timestamp: '2023-11-14T22:13:20.000Z', message: 'out of memory', labels: { level: 'error', pod: 'a' } },
  ])
  expect(requests[0]?.get('query')).toBe('{namespace="shop",app="shop"} |~ "(?i)out of \\\\("')
  expect(requests[0]?.get('start')).toBe('1699920000000000000')
})

test('reads files that were truncated, continued, or have a line without end', async () => {
  const path = await file('grown.log', `${at(9)} first`, `${at(8)} ${'x'.repeat(300_000)}`)
  await appendFile(path, `${at(7)} no end`)
  await save('grown', { labels: { app: 'shop' }, file: { path } })
  const found = await messages()
  expect(found?.map((message) => message.length > 60_000)).toEqual([false, true, false])
  await writeFile(path, '')
  expect(await messages()).toEqual([])
})

test('lists components with logs [LOGS-02]', async () => {
  const { body } = await backend.app.inject('/api/db/components_with_logs?select=name&order=name.asc')
  expect(JSON.parse(body)).toEqual([{ name: 'Shop' }])
})

test('rejects invalid queries with a message', async () => {
  expect(await ask({ name: 'nothing' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('The component Shop has no log with the name nothing.'),
  })
  expect((await ask({ id: '01a20519-d3cf-6faf-205a-b3cbe7a4b05f' })).status).toBe(404)
  expect((await ask({ start: 'yesterday' })).status).toBe(400)
  expect((await ask({ limit: 1_000_000 })).status).toBe(400)
  expect(await ask()).toMatchObject({ problems: ['No log backends yet. Add one in Settings, Log Backends.'] })
})

test.each([
  [[{ file: { path: [] } }], 'backends[0].file.path'],
  [
    [{ cloudWatch: { logGroup: 'shop' } }],
    'backends[0]: cloudWatch cannot be read on this installation: it needs a client for AWS accounts. Supported: elasticsearch, opensearch, loki, kubernetes, docker, journald, file.',
  ],
  [
    [{ syslog: {} }],
    'backends[0]: syslog is not supported here. Supported: elasticsearch, opensearch, loki, kubernetes, docker, journald, file.',
  ],
  [[{ journald: { units: 'ssh' } }], 'backends[0].journald.units: '],
  [[{ docker: { socket: 'docker.sock' } }], 'backends[0].docker.socket: must be the path of a socket'],
  [[{ kubernetes: { pod: 'web' } }], 'backends[0].kubernetes.pod: unknown field'],
  [[{ file: { path: '/x' }, loki: { url: 'http://x' } }], 'backends[0]: needs exactly one of'],
  [[{ loki: { url: 'http://x', query: 'app' } }], 'backends[0].loki.query: must be a stream selector'],
  [[], 'backends'],
])('rejects an invalid log backend: %j', async (backends, message) => {
  const { status, body } = await save('bad', ...backends)
  expect([status, body]).toEqual([400, expect.stringContaining(message)])
})

test('does not read the console’s own files, and requires read access to components', async () => {
  const own = join(backend.resourcesDir, 'own.log')
  await writeFile(own, `${at(1)} secret\n`)
  await save('own', { file: { path: own } })
  expect(await messages()).toEqual([])
  roles.splice(0, roles.length)
  expect((await ask()).status).toBe(403)
})

test('a log backend that reads files of this machine requires permission to write exec', async () => {
  roles.splice(0, roles.length, 'editor')
  for (const location of [{ file: { path: '/etc/passwd' } }, { journald: {} }, { docker: {} }, { kubernetes: {} }])
    expect(await save('files', location)).toMatchObject({
      status: 403,
      body: expect.stringContaining('This document reads files of this machine'),
    })
})

test('people who may read a component but not its logs read none', async () => {
  roles.splice(0, roles.length, 'viewer')
  expect((await ask()).status).toBe(200)
  const deny = {
    id: 'd',
    subject: viewerId,
    subject_type: 'person',
    action: 'read',
    object: 'logs',
    component_id: shopId,
  }
  grants.push(grantSchema.parse({ ...deny, deny: true }))
  expect(await ask()).toMatchObject({ status: 403 })
})

test('limits the size of a response with long lines, and reports that', async () => {
  await file('long.log', ...Array.from({ length: 200 }, (_, index) => `${at(200 - index)} ${'x'.repeat(60_000)}`))
  await file('long-2.log', ...Array.from({ length: 2_000 }, () => 'y'.repeat(60_000)))
  await save('long', { labels: { app: 'shop' }, file: { path: join(folder, 'long*.log') } })
  const { body, total, problems } = await ask({ limit: 5_000 })
  expect(body.length).toBeLessThan(5_000_000)
  expect(total).toBeLessThan(100)
  expect(problems).toEqual(['Lines are very long. Only the newest are shown.'])
})

test('does not read a pipe, and does not wait for it', async () => {
  const path = join(folder, 'pipe.log')
  await promisify(execFile)('mkfifo', [path])
  await save('pipe', { labels: { app: 'shop' }, file: { path } })
  expect((await ask()).problems).toEqual([`pipe: ${path} is not a regular file.`])
})

test('limits concurrent searches per person', async () => {
  const held: ServerResponse[] = []
  const hanging = await startHttp((_, response) => void held.push(response))
  servers.push(hanging)
  await save('hanging', { loki: { url: `http://127.0.0.1:${hanging.port}` } })
  const searches = Array.from({ length: 4 }, () => ask())
  await vi.waitFor(() => expect(held).toHaveLength(4))
  expect(await ask()).toMatchObject({
    status: 429,
    body: expect.stringContaining('4 of your searches are already running.'),
  })
  for (const response of held) response.destroy()
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await ask({ name: 'nothing' })).toMatchObject({ status: 400 })
})

const summary = async (filter: Readonly<Record<string, unknown>> = {}) => {
  const payload = { id: shopId, ...filter }
  const { statusCode, body } = await backend.app.inject({ method: 'POST', url: '/api/logs/summary', payload })
  expect([statusCode, body]).toEqual([200, expect.anything()])
  return logSummaryRoute.response.parse(JSON.parse(body))
}
const json = (secondsAgo: number, fields: object) => JSON.stringify({ time: at(secondsAgo), ...fields })

test('filters lines by the values of their fields, including those of their location', async () => {
  const path = await file(
    'fields.log',
    json(9, { level: 'error', msg: 'one', pod: 'a' }),
    json(8, { level: 'info', msg: 'two', pod: 'a' }),
    json(7, { level: 'error', msg: 'three', pod: 'b' }),
    json(6, { msg: 'four' }),
  )
  await save('fields', { labels: { app: 'shop' }, file: { path } })
  expect(await messages({ include: { level: ['error'] } })).toEqual(['three', 'one'])
  expect(await messages({ include: { level: ['error', 'info'] }, exclude: { pod: ['b'] } })).toEqual(['two', 'one'])
  expect(await messages({ include: { pod: [''] } })).toEqual(['four'])
  expect(await messages({ include: { app: ['shop'], pod: ['b'] } })).toEqual(['three'])
  expect(await messages({ exclude: { app: ['shop'] } })).toEqual([])
})

test('counts lines over time and by field, without those that a text filter excludes', async () => {
  const path = await file(
    'counted.log',
    json(3_000, { level: 'error', msg: 'broken', pod: 'a' }),
    json(20, { level: 'warn', msg: 'bent', pod: 'a' }),
    json(10, { level: 'error', msg: 'broken \u00e4gain', pod: 'b' }),
  )
  await save('counted', { labels: { app: 'shop' }, file: { path } })
  const { total, buckets, fields, countedFrom } = await summary()
  expect([total, countedFrom]).toEqual([3, undefined])
  expect(buckets.reduce((sum, { error }) => sum + error, 0)).toBe(2)
  expect(buckets.at(-1)).toEqual({ error: 1, warn: 1, other: 0 })
  expect(fields.slice(0, 1)).toEqual([
    {
      name: 'level',
      values: [
        { value: 'error', count: 2 },
        { value: 'warn', count: 1 },
      ],
      more: 0,
    },
  ])
  expect((await summary({ query: 'BROKEN', include: { pod: ['b'] } })).total).toBe(1)
  expect((await summary({ query: 'ägain' })).total).toBe(1)
})

test('counts all lines of a paginated service, each once', async () => {
  const newestMs = Date.now() - 1_000
  const all = Array.from({ length: 12_001 }, (_, i) => ({
    ms: newestMs - Math.floor(i / 3),
    text: `line ${i}`,
  }))
  const loki = await startHttp(({ url = '' }, response) => {
    const requestUrl = new URL(url, 'http://loki').searchParams
    const end = BigInt(requestUrl.get('end') ?? '0')
    const values = all
      .map(({ ms, text }, i): [string, string] => [`${ms}${String(999_999 - (i % 3)).padStart(6, '0')}`, text])
      .filter(([nanos]) => BigInt(nanos) < end)
      .slice(0, Number(requestUrl.get('limit')))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { resultType: 'streams', result: [{ stream: { pod: 'a' }, values }] } }))
  })
  servers.push(loki)
  await save('paged', { loki: { url: `http://127.0.0.1:${loki.port}` } })
  const { total, fields } = await summary()
  expect(total).toBe(12_001)
  expect(fields).toEqual([{ name: 'pod', values: [{ value: 'a', count: 12_001 }], more: 0 }])
})

const startTail = async (filter: Readonly<Record<string, unknown>> = {}) => {
  const tailRequest = request(`${backend.url}/api/logs/tail`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json' },
  })
  tailRequest.end(JSON.stringify({ id: shopId, ...filter }))
  const [response] = (await once(tailRequest, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) tailRequest.destroy()
  expect(response.statusCode).toBe(200)
  const received: TailMessage[] = []
  const reading = (async () => {
    let rest = ''
    for await (const chunk of response) {
      const lines = `${rest}${String(chunk)}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) received.push(logTailRoute.response.parse(JSON.parse(line)))
    }
  })().catch(() => undefined)
  const close = async () => {
    tailRequest.destroy()
    await reading
  }
  tails.push(close)
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0))
  return {
    messages: () => received.flatMap(({ lines }) => lines.map(({ message }) => message)),
    problems: () => received.flatMap(({ problems = [] }) => problems),
    close,
  }
}

test('follows a file that is rotated, truncated, or created later', async () => {
  const path = await file('tailed.log', json(60, { msg: 'before' }))
  await save('tailed', { labels: { app: 'shop' }, file: { path: join(folder, 'tailed*.log') } })
  const tail = await startTail({ query: 'shown', exclude: { level: ['debug'] } })
  await appendFile(path, `${json(1, { msg: 'shown 1' })}\n${json(1, { msg: 'hidden' })}\n${at(1)} DEBUG shown no\n`)
  await vi.waitFor(() => expect(tail.messages()).toEqual(['shown 1']))
  await appendFile(path, `${json(1, { msg: 'shown 2' })}\n`)
  await rename(path, join(folder, 'tailed-1.log'))
  await writeFile(path, `${json(0, { msg: 'shown 3' })}\n`)
  await vi.waitFor(() => expect(tail.messages()).toEqual(['shown 1', 'shown 2', 'shown 3']))
  await writeFile(join(folder, 'tailed-new.log'), `${json(0, { msg: 'shown 4' })}\n`)
  await vi.waitFor(() => expect(tail.messages()).toHaveLength(4))
  await truncate(path, 0)
  await vi.waitFor(() =>
    expect(tail.problems()).toEqual([expect.stringContaining('tailed.log was truncated. Reading it from the start.')]),
  )
  await appendFile(path, `${json(0, { msg: 'shown 5' })}\n`)
  await vi.waitFor(() => expect(tail.messages().toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `shown ${n}`)))
})

test('omits binary data in a followed file, reports it once, and keeps the lines around it', async () => {
  const path = await file('binary.log', json(60, { msg: 'before' }))
  await save('binary', { labels: { app: 'shop' }, file: { path } })
  const tail = await startTail({ query: 'around' })
  await appendFile(path, `${json(1, { msg: 'around 1' })}\n`)
  await appendFile(path, Buffer.from([0x61, 0, 1, 2, 0xff, 0x0a, 0, 0, 0x0a]))
  await appendFile(path, `${json(0, { msg: 'around 2' })}\n`)
  await vi.waitFor(() => expect(tail.messages()).toEqual(['around 1', 'around 2']))
  expect(tail.problems()).toEqual([expect.stringContaining('has lines that are not text. They were skipped.')])
})

test('people without read access cannot follow a log, and one person follows at most four', async () => {
  const path = await file('few.log', json(60, { msg: 'before' }))
  await save('few', { labels: { app: 'shop' }, file: { path } })
  const ownTails = await Promise.all([startTail(), startTail(), startTail(), startTail()])
  const rejected = await backend.app.inject({ method: 'POST', url: '/api/logs/tail', payload: { id: shopId } })
  expect([rejected.statusCode, rejected.body]).toEqual([
    429,
    expect.stringContaining('4 of your live tails are already running.'),
  ])
  await Promise.all(ownTails.map(({ close }) => close()))
  await vi.waitFor(() => startTail())
  roles.splice(0, roles.length)
  for (const path of ['tail', 'summary'])
    expect(
      (await backend.app.inject({ method: 'POST', url: `/api/logs/${path}`, payload: { id: shopId } })).statusCode,
    ).toBe(403)
})

test('adds, changes and soft-deletes log backends as rows [SET-88,SET-90]', async () => {
  const path = await file('row.log', json(5, { msg: 'of the row' }))
  const spec = { backends: [{ labels: { app: 'shop' }, file: { path } }] }
  const added = await backend.app.inject({
    method: 'POST',
    url: '/api/db/logging_backends',
    headers: { prefer: 'return=representation' },
    payload: { name: 'row', labels: { team: 'a' }, spec, source: 'UI' },
  })
  const rowSchema = z.array(z.looseObject({ id: z.string() }))
  const [row] = rowSchema.parse(JSON.parse(added.body))
  expect(row).toMatchObject({ name: 'row', labels: { team: 'a' }, spec, source: 'UI' })
  expect(await messages()).toEqual(['of the row'])
  const change = (payload: object) =>
    backend.app.inject({ method: 'PATCH', url: `/api/db/logging_backends?id=eq.${row?.id}`, payload })
  expect((await change({ spec: { backends: [{ nothing: {} }] } })).statusCode).toBe(400)
  expect((await change({ name: 'renamed' })).statusCode).toBe(204)
  expect(await messages()).toEqual(['of the row'])
  expect((await change({ deleted_at: 'now()' })).statusCode).toBe(204)
  expect(await messages()).toEqual([])
})
