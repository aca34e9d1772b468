import { expect, onTestFinished, test } from 'vitest'
import { actionSchema, type PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import type { ActionContext } from '#relay/backend/playbooks/actions/action-context.ts'
import { runAction } from '#relay/backend/playbooks/actions/run-action.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { startKubernetesApi, type KubernetesObject } from '#tests/fixtures/kubernetes-api.ts'
import { standIns, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { start } = standIns()

let written = ''
const context: Partial<ActionContext> = {
  output: () => ({
    write: (_stream, bytes) => (written += bytes.toString()),
    finish: () => undefined,
    tail: () => '',
    onRoom: (goOn) => goOn(),
    full: false,
  }),
  runId: 'run',
  signal: new AbortController().signal,
  timeoutMs: 5_000,
  mask: new Mask(),
  resolveSecret: async (source) =>
    typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : String(source),
}
const run = (step: object) => {
  written = ''
  const action: PlaybookAction = actionSchema.parse({ name: 'query', ...step })
  return runAction(action, context as ActionContext)
}
const respondWith = (body: unknown) => start((): StandInResponse => ({ body }))

const at = (seconds: number) => `${1_796_000_000 + seconds}000000000`
const stream = (level: string, ...values: readonly (readonly [string, string])[]) => ({
  stream: { app: 'shop', level },
  values,
})
const streams = (...result: readonly object[]) => ({ status: 'success', data: { resultType: 'streams', result } })

test('a step reads lines of Loki, keeps those that match and counts equal ones once', async () => {
  const { url, requests } = await respondWith(
    streams(
      stream('error', [at(50), 'payment 2 failed'], [at(40), 'payment 1 failed'], [at(0), 'payment 9 failed']),
      stream('info', [at(30), 'started']),
    ),
  )
  const outcome = await run({
    logs: {
      loki: {
        url,
        username: 'reader',
        password: { value: 'pass-of-loki' },
        query: '{app="shop"}',
        since: '2h',
        limit: '10',
        match: ["severity == 'error' && labels.app == 'shop'"],
        dedupe: { fields: ['hash', 'app'], window: '30s' },
      },
    },
  })
  expect(outcome).toMatchObject({
    error: null,
    result: {
      count: 2,
      logs: [
        { message: 'payment 2 failed', severity: 'error', count: 2, source: 'shop' },
        { message: 'payment 9 failed', count: 1 },
      ],
    },
  })
  expect(written).toBe(
    '2026-11-30T00:54:10.000Z error payment 2 failed (×2)\n2026-11-30T00:53:20.000Z error payment 9 failed\n',
  )
  const { query, headers } = requests[0] ?? {}
  expect([query?.get('limit'), headers?.authorization]).toEqual([
    '10',
    `Basic ${Buffer.from('reader:pass-of-loki').toString('base64')}`,
  ])
  const [from = 0, to = 0] = ['start', 'end'].map((name) => Number(query?.get(name)?.slice(0, -6)))
  expect(to - from).toBe(7_200_000)
})

test('a match that is not a condition fails the step', async () => {
  const { url } = await respondWith(streams(stream('info', [at(0), 'a'])))
  const logs = { loki: { url, query: '{app="shop"}', match: ['severity'] } }
  expect(await run({ logs })).toMatchObject({ error: expect.stringContaining('match[0] must return true or false') })
})

test('a step reads documents of OpenSearch by its own mapping', async () => {
  const source = { text: 'payment failed', when: '2026-11-30T10:00:00Z', node: 'a', noise: 1 }
  const { url, requests } = await respondWith({ hits: { hits: [{ _id: 'x', _source: source }] } })
  const outcome = await run({
    logs: {
      opensearch: {
        address: url,
        index: 'logs-*',
        query: '{"query":{"match_all":{}}}',
        limit: 3,
        mapping: { message: ['text'], timestamp: ['when'], host: ['node'], ignore: ['noise'] },
      },
    },
  })
  expect(outcome).toMatchObject({
    error: null,
    result: {
      logs: [{ message: 'payment failed', timestamp: '2026-11-30T10:00:00.000Z', host: 'a', labels: {} }],
      count: 1,
    },
  })
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ size: 3 })
})

test('a step waits for a query of CloudWatch Logs', async () => {
  let asked = 0
  const row = [
    { field: '@timestamp', value: '2026-11-30 10:00:00.000' },
    { field: '@message', value: 'payment failed' },
    { field: '@ptr', value: 'p1' },
  ]
  const { url, requests } = await start(({ headers }) => {
    if (headers['x-amz-target'] === 'Logs_20140328.StartQuery') return { body: { queryId: 'q1' } }
    asked += 1
    return { body: asked === 1 ? { status: 'Running', results: [] } : { status: 'Complete', results: [row] } }
  })
  const key = { accessKey: { value: 'AKIA' }, secretKey: { value: 'secret-of-aws' }, region: 'eu-west-1' }
  const cloudwatch = { ...key, endpoint: url, logGroup: '/shop', query: 'fields @message', start: 'now-1h' }
  expect(await run({ logs: { cloudwatch } })).toMatchObject({
    error: null,
    result: { logs: [{ id: 'p1', message: 'payment failed', timestamp: '2026-11-30T10:00:00.000Z' }] },
  })
  expect(JSON.parse(requests.find(({ body }) => body.includes('logGroupName'))?.body ?? '')).toMatchObject({
    logGroupName: '/shop',
    queryString: 'fields @message',
  })
})

const metadata = (name: string, more: object = {}) => ({ name, uid: name, namespace: 'shop', ...more })

const formatLongLine = (second: number) => `2026-11-30T10:01:${second}Z ${'x'.repeat(60_000)}\n`

test('a step reads the lines of all pods that an object manages, newest first', async () => {
  const api = await startKubernetesApi()
  onTestFinished(() => api.stop())
  const pod = (name: string): KubernetesObject => ({
    kind: 'Pod',
    metadata: metadata(name, { labels: { app: 'web', slot: name } }),
    spec: { containers: [{ name: 'web' }, { name: 'proxy' }], nodeName: `node-of-${name}` },
    status: { phase: 'Running' },
  })
  api.put({ kind: 'ReplicaSet', metadata: metadata('web'), spec: { selector: { matchLabels: { app: 'web' } } } })
  api.put(pod('web-1'), pod('web-2'), pod('web-waiting'))
  api.logs.set('web-1', '2026-11-30T10:00:01Z first\n2026-11-30T10:00:03Z third\n')
  api.logs.set('web-2', '2026-11-30T10:00:02Z second\n2026-11-30T12:00:00Z too late\n')
  const kubernetes = {
    kubeconfig: { value: api.kubeconfig() },
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    namespace: 'shop',
    name: 'web',
    containers: ['w*'],
    start: '2026-11-30T09:00:00Z',
    end: '2026-11-30T11:00:00Z',
    limit: 2,
  }
  expect(await run({ logs: { kubernetes } })).toMatchObject({
    error: null,
    result: {
      logs: [
        { message: 'third', labels: { namespace: 'shop', pod: 'web-1', container: 'web' } },
        { message: 'second', labels: { pod: 'web-2' } },
      ],
    },
  })
  const readPods = async (pods: readonly object[]) => {
    const { result } = await run({ logs: { kubernetes: { ...kubernetes, pods } } })
    return (result['logs'] as readonly { readonly message: string }[]).map(({ message }) => message)
  }
  expect(await readPods([{ name: 'web-2' }])).toEqual(['second'])
  expect(await readPods([{ name: '*-1', namespace: 'shop' }])).toEqual(['third', 'first'])
  expect(await readPods([{ name: '*-1', namespace: 'other' }])).toEqual([])
  expect(await readPods([{ labelSelector: 'app=web,slot in (web-2)' }])).toEqual(['second'])
  expect(await readPods([{ labelSelector: 'slot!=web-2' }])).toEqual(['third', 'first'])
  expect(await readPods([{ fieldSelector: 'spec.nodeName=node-of-web-2,status.phase=Running' }])).toEqual(['second'])
  expect(await readPods([{ fieldSelector: 'spec.nodeName=node-of-web-2', name: 'web-1' }])).toEqual([])
  expect(await readPods([{ types: ['Pod'], id: 'web-2' }])).toEqual(['second'])
  expect(await readPods([{ search: 'name=web-1' }, { name: 'web-2' }])).toEqual(['third', 'second'])
  expect(await readPods([])).toEqual(['third', 'second'])
  api.logs.set('web-1', Array.from({ length: 50 }, (_, index) => formatLongLine(10 + index).repeat(3)).join(''))
  const bounded = await run({ logs: { kubernetes: { ...kubernetes, limit: 5_000 } } })
  expect(bounded.error).toBeNull()
  expect(bounded.result['count']).toBe(66)
  const none = { ...kubernetes, name: 'gone' }
  expect(await run({ logs: { kubernetes: none } })).toMatchObject({ error: 'The cluster returned 404: not found.' })
})

test('a step returns a row for each series, or for each sample of a range', async () => {
  const metric = { pod: 'a', job: 'shop' }
  const { url, requests } = await start(({ path }) =>
    path.endsWith('query_range')
      ? {
          body: {
            status: 'success',
            data: {
              resultType: 'matrix',
              result: [
                {
                  metric,
                  values: [
                    [0, '1'],
                    [60, '2'],
                  ],
                },
              ],
            },
          },
        }
      : { body: { status: 'success', data: { resultType: 'vector', result: [{ metric, value: [0, '7'] }] } } },
  )
  expect(await run({ prometheus: { url, query: 'up' } })).toEqual({
    result: { rows: [{ ...metric, value: 7 }], count: 1 },
    error: null,
  })
  const range = { start: '2026-11-30T10:00:00Z', end: '2026-11-30T11:00:00Z', step: '1m' }
  expect(await run({ prometheus: { url, query: 'up', range, selectLabels: ['pod'] } })).toEqual({
    result: {
      rows: [
        { pod: 'a', timestamp: '1970-01-01T00:00:00.000Z', value: 1 },
        { pod: 'a', timestamp: '1970-01-01T00:01:00.000Z', value: 2 },
      ],
      count: 2,
    },
    error: null,
  })
  expect(requests.at(-1)?.query.get('step')).toBe('1m')
  expect((await run({ prometheus: { url, query: 'up', matchLabels: ['pod', 'zone'] } })).result['rows']).toEqual([
    { pod: 'a', zone: '', value: 7 },
  ])
})

test('what a server says against a query is the error of the step', async () => {
  const { url } = await start(() => ({ code: 400, body: { status: 'error', error: 'parse error: unexpected end' } }))
  expect(await run({ prometheus: { url, query: 'sum(' } })).toEqual({
    result: {},
    error: 'Expected code 200, got 400: parse error: unexpected end.',
  })
})
