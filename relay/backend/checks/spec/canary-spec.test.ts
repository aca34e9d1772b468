import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readCanarySpec } from './canary-spec.ts'
import { toCheckKinds } from './check-kind.ts'

const kinds = toCheckKinds({
  key: 'http',
  spec: z.strictObject({ url: z.url() }),
  formatEndpoint: ({ url }) => url,
  run: async ({ url }) => ({ pass: true, message: `asked ${url}` }),
})
const read = (spec: unknown) => readCanarySpec(spec, kinds)
const readErrors = async (spec: unknown) => {
  const { error, checks } = await read(spec)
  return [error, ...checks.map((entry) => entry.error)].filter((found) => found !== undefined)
}
const url = 'https://example.test'

test('reads schedule, names, labels and limits, and names an unnamed check by its endpoint', async () => {
  const { checks, ...top } = await read({
    schedule: '@every 30s',
    severity: 'high',
    owner: 'web',
    http: [{ url, labels: { tier: 1 }, timeout: '2s', test: { expr: 'code == 200' }, display: { expr: '' } }],
  })
  expect(top).toMatchObject({ scheduleText: '@every 30s', severity: 'high', owner: 'web', error: undefined })
  expect(top.schedule?.intervalMs).toBe(30_000)
  expect(checks.map(({ type, name, error }) => ({ type, name, error }))).toEqual([
    { type: 'http', name: url, error: undefined },
  ])
  expect(checks[0]?.runnable?.base).toMatchObject({ labels: { tier: '1' }, timeout: 2_000 })
  expect(checks[0]?.runnable?.test).toBeDefined()
  expect(checks[0]?.runnable?.display).toBeUndefined()
})

test.each([
  [{}, 300_000],
  [{ timeout: 10 }, 600_000],
  [{ timeout: 0 }, 300_000],
  [{ timeout: '90s' }, 90_000],
])('a kind with a timeout in minutes reads %j as %i ms', async (fields, timeout) => {
  const type = { key: 'suite', timeoutMinutes: 5, spec: z.strictObject({}), formatEndpoint: () => 'suite' }
  const suite = toCheckKinds({ ...type, run: async () => ({ pass: true, message: '' }) })
  const { checks } = await readCanarySpec({ schedule: '@hourly', suite: [fields] }, suite)
  expect(checks[0]?.runnable?.base.timeout).toBe(timeout)
})

test.each([
  [{ wait: 40_000 }, 40_000],
  [{ wait: 40_000, timeout: 10 }, 10_000],
  [{}, undefined],
])('a kind with times of its own reads the timeout of %j as %s ms', async (fields, timeout) => {
  const type = { key: 'suite', spec: z.strictObject({ wait: z.number().optional() }), formatEndpoint: () => 'suite' }
  const suite = toCheckKinds({
    ...type,
    findTimeout: ({ wait }) => wait,
    run: async () => ({ pass: true, message: '' }),
  })
  const { checks } = await readCanarySpec({ schedule: '@hourly', suite: [fields] }, suite)
  expect(checks[0]?.runnable?.base.timeout).toBe(timeout)
})

test('reads the legacy interval in seconds', async () => {
  expect((await read({ interval: 45, http: [{ url }] })).schedule?.intervalMs).toBe(45_000)
})

describe('reports errors at their path and keeps the other checks usable', () => {
  test('unknown types and an invalid value', async () => {
    const spec = {
      schedule: '@hourly',
      htttp: [{ name: 'typo', url }],
      http: [
        { name: 'bad', url: 5 },
        { name: 'good', url },
      ],
      ansible: { name: 'x' },
    }
    expect(await readErrors(spec)).toEqual([
      { path: ['htttp'], reason: 'Unknown check type "htttp". Is "http" meant?' },
      { path: ['http', 0, 'url'], reason: 'url: must be a string, got the number 5.' },
      { path: ['ansible'], reason: 'Unknown check type "ansible". Known types: http.' },
    ])
    const { checks } = await read(spec)
    expect(checks.filter(({ runnable }) => runnable !== undefined).map(({ name }) => name)).toEqual(['good'])
    expect(checks.map(({ name }) => name)).toEqual(['typo', 'bad', 'good', 'x'])
  })

  test.each(['constructor', 'hasOwnProperty', 'toString'])('%s is an unknown type', async (type) => {
    const reason = `Unknown check type "${type}". Known types: http.`
    expect(await readErrors({ schedule: '@hourly', [type]: [{ name: 'x' }] })).toEqual([{ path: [type], reason }])
  })

  test('names an unknown field', async () => {
    expect(await readErrors({ schedule: '@hourly', http: [{ url, ulr: 1 }] })).toEqual([
      { path: ['http', 0, 'ulr'], reason: 'ulr: unknown field.' },
    ])
  })

  test.each(['', ' \u200b'])('rejects the blank name %j', async (name) => {
    expect(await readErrors({ schedule: '@hourly', http: [{ name, url }] })).toEqual([
      { path: ['http', 0, 'name'], reason: 'name: must not be empty.' },
    ])
  })

  test('reports an invalid expression when the document is read', async () => {
    const [error] = await readErrors({ schedule: '@hourly', http: [{ url, test: { expr: 'code ==' } }] })
    expect(error?.path).toEqual(['http', 0, 'test', 'expr'])
    expect(error?.reason).toMatch(/^test: CEL expression, line 1/)
  })

  test('two checks of one type and name', async () => {
    const { checks } = await read({
      schedule: '@hourly',
      http: [
        { name: 'a', url },
        { name: 'a', url },
      ],
    })
    expect(checks.map(({ name, runnable }) => [name, runnable !== undefined])).toEqual([
      ['a', true],
      ['a (2)', false],
    ])
  })

  test.each([[[]], [['local', 'eu-*']], [['*']], ['self'], [['!eu-west']]])(
    'a canary for the agents %j runs here',
    async (agentSelector) => {
      const { error, schedule } = await read({ schedule: '@hourly', agentSelector })
      expect([error, schedule?.intervalMs]).toEqual([undefined, 3_600_000])
    },
  )

  test('checks with env have the variables of the canary below their own', async () => {
    const { checks } = await readCanarySpec(
      {
        schedule: '@hourly',
        env: { REGION: { value: 'eu' }, TOKEN: { valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } }, PLAIN: 7 },
        http: [{ name: 'web', url, env: [{ name: 'REGION', value: 'us' }] }],
        tcp: [{ name: 'port', endpoint: '127.0.0.1:1' }],
      },
      checkKinds,
    )
    expect(checks.map(({ raw, error }) => [(raw as { env?: unknown }).env, error])).toEqual([
      [
        [
          { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } },
          { name: 'PLAIN', value: '7' },
          { name: 'REGION', value: 'us' },
        ],
        undefined,
      ],
      [undefined, undefined],
    ])
  })

  test.each([
    [{ schedule: 'sometimes', http: [] }, ['schedule'], /^Invalid schedule "sometimes"\. Use "@every 30s", /],
    [{ http: [] }, [], /^The canary has no schedule/],
    [{ schedule: '@hourly', replicas: 0 }, ['replicas'], /^The canary is paused/],
    [{ schedule: '@hourly', agentSelector: ['eu-*'] }, ['agentSelector'], /^The canary is for other agents .*eu-\*/],
    [{ schedule: '@hourly', agentSelector: ['*', '!local'] }, ['agentSelector'], /^The canary is for other agents/],
    [{ schedule: '@hourly', env: 'A=1' }, ['env'], /^env: must be a map of names/],
    ['text', [], /^spec: must be a map, got the string "text"/],
    [null, [], /^spec: must be a map, got null/],
  ])('rejects an invalid schedule or spec: %j', async (spec, path, reason) => {
    const { error, schedule } = await read(spec)
    expect(schedule).toBeUndefined()
    expect(error?.path).toEqual(path)
    expect(error?.reason).toMatch(reason)
  })
})
