import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readCanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'
import { toCheckKinds } from '#relay/backend/checks/spec/check-kind.ts'
import type { CheckContext, CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { CheckOutcome, CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import { defaultTimeoutMs, runCheck } from './run-check.ts'

const record: CheckRecord = {
  id: 'c1',
  canaryId: 'k1',
  canaryName: 'web',
  canaryNamespace: 'shop',
  canaryLabels: { tier: 'front' },
  name: 'home',
  namespace: 'shop',
  type: 'probe',
  icon: '',
  description: '',
  labels: { team: 'web' },
  severity: '',
  owner: '',
  agentId: '',
  endpoint: '',
  schedule: '@every 30s',
  intervalMs: 30_000,
  createdAt: '',
  silencedAt: null,
  acknowledged: null,
  configError: '',
  dependsOn: [],
  confirmation: undefined,
}

const runOutcome = async (
  templates: Record<string, unknown>,
  respond: (context: CheckContext) => Promise<CheckResult>,
  { signal = new AbortController().signal, last }: { signal?: AbortSignal; last?: CheckOutcome } = {},
) => {
  const probe = toCheckKinds({
    key: 'probe',
    spec: z.object({}),
    formatEndpoint: () => 'x',
    run: (_, context) => respond(context),
  })
  const { checks } = await readCanarySpec({ schedule: '@every 30s', probe: [{ name: 'home', ...templates }] }, probe)
  const runnable = checks[0]?.runnable
  if (runnable === undefined) throw new Error(checks[0]?.error?.reason)
  const { outcome, transformed } = await runCheck(record, runnable, { resolveSecret: async () => '', signal, last })
  return { ...outcome, transformed }
}
const run = async (...input: Parameters<typeof runOutcome>) => {
  const { pass, invalid, message, error, transformed } = await runOutcome(...input)
  return { pass, invalid, message, error, transformed }
}
const respondWith =
  (over: Partial<CheckResult> = {}) =>
  async (): Promise<CheckResult> => ({
    pass: true,
    message: '200 in 12 ms',
    details: {
      code: 200,
      json: {
        items: [
          { name: 'a', ok: true },
          { name: 'b', ok: false },
        ],
      },
    },
    ...over,
  })

test("keeps the check's own result without templates", async () => {
  expect(await run({}, respondWith())).toEqual({
    pass: true,
    invalid: false,
    message: '200 in 12 ms',
    error: '',
    transformed: undefined,
  })
  expect(await run({}, respondWith({ pass: false, message: 'refused', invalid: true }))).toEqual({
    pass: false,
    invalid: true,
    message: '',
    error: 'refused',
    transformed: undefined,
  })
})

describe('test', () => {
  test.each([
    ['\n  {{ eq .code 200 }}\n', true],
    ['{{ eq .code 201 }}\n', false],
  ])('a template may have line breaks around its result: %j', async (template, pass) => {
    expect(await run({ test: { template } }, respondWith())).toMatchObject({ pass, invalid: false })
  })

  test.each([
    ['code == 200', true, false, '200 in 12 ms', ''],
    ['code == 201', false, false, '', 'Test failed. 200 in 12 ms'],
    ['code', false, true, '', 'test: must return true or false, got 200.'],
    [
      'last_result.pass == null && check.labels.team == "web" && canary.labels.tier == "front"',
      true,
      false,
      '200 in 12 ms',
      '',
    ],
  ])('%s', async (expr, pass, invalid, message, error) => {
    expect(await run({ test: { expr } }, respondWith())).toEqual({
      pass,
      invalid,
      message,
      error,
      transformed: undefined,
    })
  })

  test('makes the result invalid when it cannot be evaluated', async () => {
    const { pass, invalid, error } = await run({ test: { expr: 'missing.thing == 1' } }, respondWith())
    expect({ pass, invalid }).toEqual({ pass: false, invalid: true })
    expect(error).toMatch(/^test: CEL expression/)
  })

  test('does not turn a failure into a pass', async () => {
    expect((await run({ test: { expr: 'true' } }, respondWith({ pass: false, message: '500' }))).pass).toBe(false)
  })
})

describe("test of a failure by the kind's own rule", () => {
  const failed = respondWith({
    pass: false,
    message: 'Expected a 2xx code, got 404.',
    messageIfTestPasses: '404 in 12 ms',
  })
  test.each([
    ['true', true, '404 in 12 ms', ''],
    ['code == 404', false, '', 'Test failed. 404 in 12 ms'],
  ])('%s decides instead of the rule', async (expr, pass, message, error) => {
    expect(await run({ test: { expr } }, failed)).toMatchObject({ pass, message, error })
  })

  test('stays a failure without a test', async () => {
    expect(await run({}, failed)).toMatchObject({ pass: false, error: 'Expected a 2xx code, got 404.' })
  })
})

describe('display', () => {
  test('sets the message', async () => {
    expect((await run({ display: { expr: '"code " + string(code)' } }, respondWith())).message).toBe('code 200')
  })

  test('follows the cause of a failure', async () => {
    const display = { expr: '"code " + string(code)' }
    const failed = respondWith({ pass: false, message: 'Expected a 2xx code, got 503.', details: { code: 503 } })
    expect(await run({ display }, failed)).toMatchObject({ error: 'Expected a 2xx code, got 503. code 503' })
    expect(await run({ display, test: { expr: 'code == 1' } }, respondWith())).toMatchObject({ error: 'code 200' })
  })

  test('keeps the message of a failure when it cannot be evaluated', async () => {
    const { error, invalid } = await run(
      { display: { expr: 'missing' } },
      respondWith({ pass: false, message: 'refused' }),
    )
    expect({ error, invalid }).toEqual({ error: 'refused', invalid: false })
  })
})

describe('markFailOnEmpty', () => {
  test.each([
    ['a transform that returns no checks', { transform: { expr: 'json.items.filter(i, false)' } }, {}, false],
    ['a transform that returns checks', { transform: { expr: '[{"name": "a", "pass": true}]' } }, { count: 0 }, true],
    ['no rows', {}, { count: 0 }, false],
    ['an empty list', {}, { json: [] }, false],
    ['rows', {}, { count: 2 }, true],
  ])('judges %s', async (_title, templates, details, pass) => {
    const respond = respondWith({ details: { json: { items: [1] }, ...details } })
    expect(await run({ markFailOnEmpty: true, ...templates }, respond)).toMatchObject({
      pass,
      error: pass ? '' : 'The result is empty.',
    })
    expect(await run({ markFailOnEmpty: false, ...templates }, respond)).toMatchObject({ pass: true })
  })
})

describe('transform', () => {
  test('creates results of its own', async () => {
    const { transformed, pass } = await run(
      { transform: { expr: 'json.items.map(i, {"name": i.name, "pass": i.ok, "labels": {"n": i.name}})' } },
      respondWith(),
    )
    expect(pass).toBe(true)
    expect(transformed?.map(({ name, pass, labels }) => ({ name, pass, labels }))).toEqual([
      { name: 'a', pass: true, labels: { n: 'a' } },
      { name: 'b', pass: false, labels: { n: 'b' } },
    ])
  })

  test('judges what the kind leaves to it', async () => {
    const firing = respondWith({
      pass: false,
      message: 'Expected no alerts, firing: Disk.',
      messageIfTestPasses: '1 alert firing',
      messageIfTransformed: '1 alert firing',
    })
    const transform = { expr: 'json.items.map(i, {"name": i.name, "pass": i.ok})' }
    expect(await run({ transform }, firing)).toMatchObject({
      pass: true,
      message: '1 alert firing',
      transformed: [{ name: 'a' }, { name: 'b' }],
    })
    expect(await run({ transform, test: { expr: 'false' } }, firing)).toMatchObject({ pass: false })
    expect(await run({}, firing)).toMatchObject({ pass: false, error: 'Expected no alerts, firing: Disk.' })
  })

  test('is invalid when it returns something else', async () => {
    expect(await run({ transform: { expr: 'code' } }, respondWith())).toMatchObject({
      pass: false,
      invalid: true,
      error: 'transform: must return a list of results, each with a name.',
    })
  })
})

describe('a run ends', () => {
  test('at its timeout, and aborts the check', async () => {
    let stopped = false
    const outcome = await run(
      { timeout: '20ms' },
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true
            reject(signal.reason)
          })
        }),
    )
    expect(outcome).toMatchObject({ pass: false, invalid: false, error: 'No response within 20ms.' })
    expect(stopped).toBe(true)
  })

  test('when the process stops', async () => {
    const stop = new AbortController()
    const outcome = run({}, () => new Promise(() => {}), { signal: stop.signal })
    stop.abort()
    expect(await outcome).toMatchObject({
      pass: false,
      error: 'The run was stopped because the relay is shutting down.',
    })
  })

  test('and a check that hangs no longer listens for the process to stop', async () => {
    const stop = new AbortController()
    await run({ timeout: '1ms' }, () => new Promise(() => {}), { signal: stop.signal })
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  test('as failed when the check throws', async () => {
    expect(
      await run({}, () => {
        throw new Error('no such host')
      }),
    ).toMatchObject({ pass: false, error: 'no such host' })
  })
})

test('derives the timeout from the interval unless the document sets one', () => {
  expect([5_000, 30_000, 500, null].map(defaultTimeoutMs)).toEqual([4_500, 15_000, 1_000, 13_500])
})

const measure = async (
  metrics: unknown,
  more = {},
  details: Record<string, unknown> = { json: { rate: 0.8, n: '7' } },
) => {
  const { metrics: samples, warnings } = await runOutcome({ metrics, ...more }, respondWith({ details }))
  return { samples, warnings }
}

describe('metrics', () => {
  test('are values and labels of expressions', async () => {
    expect(
      await measure(
        [
          { name: 'rate', type: 'Gauge', value: 'json.rate', labels: [{ name: 'to', value: 'GBP' }] },
          {
            name: 'n_total',
            type: 'counter',
            value: 'json.n',
            labels: [{ name: 'team', valueExpr: 'check.labels.team' }],
          },
          { name: 'up', value: 'pass ? 1 : 0', labels: { site: 'a' } },
        ],
        { test: { expr: 'false' } },
      ),
    ).toEqual({
      samples: [
        { name: 'rate', type: 'gauge', labels: { to: 'GBP' }, value: 0.8 },
        { name: 'n_total', type: 'counter', labels: { team: 'web' }, value: 7 },
        { name: 'up', type: 'gauge', labels: { site: 'a' }, value: 0 },
      ],
      warnings: [],
    })
  })

  test.each([
    ['"a"', 'the value must be a number, got "a".'],
    ['""', 'the value must be a number, got "".'],
    ['true', 'the value must be a number, got true.'],
    ['json', 'the value must be a number, got {"rate":0.8,"n":"7"}.'],
    ['"NaN"', 'the value must be a number, got "NaN".'],
    ['-1', 'a counter cannot be increased by -1.'],
  ])('of the value %s are reported and left out', async (value, reason) => {
    const { samples, warnings } = await measure([{ name: 'bad', type: 'counter', value }])
    expect({ samples, warnings }).toEqual({ samples: [], warnings: [`Metric bad: ${reason}`] })
  })

  test('whose expression fails leave the result', async () => {
    const { pass, warnings } = await runOutcome({ metrics: [{ name: 'bad', value: 'json.missing.x' }] }, respondWith())
    expect(pass).toBe(true)
    expect(warnings).toEqual([expect.stringMatching(/^Metric bad: CEL expression/)])
  })
})

describe('transform of the check itself', () => {
  test.each([
    ['metrics alone', '{"metrics": [{"name": "rate", "type": "gauge", "value": json.rate, "labels": {"to": "GBP"}}]}'],
    ['a list with metrics alone', '[{"metrics": [{"name": "rate", "value": "0.8", "labels": {"to": "GBP"}}]}]'],
  ])('%s', async (_title, expr) => {
    const respond = respondWith({ details: { json: { rate: 0.8 } } })
    expect(await runOutcome({ transform: { expr }, markFailOnEmpty: true }, respond)).toMatchObject({
      pass: true,
      message: '200 in 12 ms',
      transformed: [],
      metrics: [{ name: 'rate', type: 'gauge', labels: { to: 'GBP' }, value: 0.8 }],
    })
  })

  test.each(['detail', 'details', 'data'])('%s alone replaces its details', async (key) => {
    const { pass, details, transformed } = await runOutcome(
      { transform: { expr: `{"${key}": {"code": code}}` } },
      respondWith(),
    )
    expect({ pass, details, transformed }).toEqual({ pass: true, details: { code: 200 }, transformed: [] })
  })

  test('decides whether it passes', async () => {
    const expr = '[{"pass": false, "message": "2 of 3 down", "duration": "2s"}, {"name": "a"}]'
    expect(await runOutcome({ transform: { expr } }, respondWith())).toMatchObject({
      pass: false,
      error: '2 of 3 down',
      transformed: [{ name: 'a', pass: true }],
    })
  })

  test('uses the last of the results with one name, and reports the others', async () => {
    const expr = '[{"name": "a", "pass": true}, {"name": "b"}, {"name": "a", "pass": false, "type": "x"}]'
    const { transformed, warnings } = await runOutcome({ transform: { expr } }, respondWith())
    expect(transformed?.map(({ name, pass }) => [name, pass])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(warnings).toEqual(['transform: more than one result is named "a"; the last one is used.'])
  })
})
