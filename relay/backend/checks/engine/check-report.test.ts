import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quoteForShell } from '#shared/health/curl.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { buildReport, ReportFilter } from './check-report.ts'

const input = () => {
  const mask = new Mask()
  mask.hide('hunter2-secret')
  return {
    mask,
    time: Date.parse('2026-11-29T00:00:00Z'),
    pass: false,
    message: 'Expected a 2xx code, got 503.',
    failedTest: undefined,
    request: {
      method: 'POST',
      url: 'https://shop.example/pay?token=abc&id=7&sig=hunter2-secret#x',
      headers: [
        ['Authorization', 'Basic abc'],
        ['X-Api-Key', 'k'],
        ['x-trace', 'hunter2-secret'],
        ['accept', '*/*'],
      ],
      body: 'password is hunter2-secret',
    },
    details: {
      code: 503,
      headers: { 'Set-Cookie': 'sid=1', Server: 'envoy' },
      content: 'down hunter2-secret',
      timings: { dns: 1, connect: 2, tls: null, firstByte: 30, transfer: 4 },
    },
    variables: {},
    metrics: [],
  } as const
}

test('explains a failure without secrets', () => {
  expect(buildReport(input())).toEqual({
    time: '2026-11-29T00:00:00.000Z',
    pass: false,
    assertion: { expected: 'a 2xx code', actual: '503' },
    request: {
      method: 'POST',
      url: 'https://shop.example/pay?token=***&id=7&sig=***#x',
      headers: [
        ['Authorization', '***'],
        ['X-Api-Key', '***'],
        ['x-trace', '***'],
        ['accept', '*/*'],
      ],
      body: 'password is ***',
    },
    response: { code: 503, headers: { 'Set-Cookie': '***', Server: 'envoy' } },
    timings: { dns: 1, connect: 2, tls: null, firstByte: 30, transfer: 4 },
    metrics: [],
  })
  const body = buildReport({ ...input(), message: 'Body does not contain "ok".' })
  expect(body.assertion).toEqual({ expected: 'body contains "ok"', actual: 'down ***' })
})

test('hides secrets of addresses in headers, and marks a body that is cut', () => {
  const location = 'https://shop.example/done?access_token=abc&page=2'
  const { details, request } = input()
  const report = buildReport({
    ...input(),
    request: { ...request, body: 'x'.repeat(20_000) },
    details: { ...details, headers: { Location: location } },
  })
  expect(report.response?.headers).toEqual({ Location: 'https://shop.example/done?access_token=***&page=2' })
  expect(report.request?.body).toBe(`${'x'.repeat(15_999)}…`)
})

test('lists the stages of a check', () => {
  const stages = [
    { name: 'ready', ms: 120, pass: true },
    { name: 'ingress', ms: 300, pass: false },
  ]
  expect(buildReport({ ...input(), details: { stages } }).stages).toEqual(stages)
  expect(buildReport({ ...input(), details: { stages: 'several' } }).stages).toBeUndefined()
})

test('names the test that failed, and nothing for a check without request, response and timings', () => {
  const failedTest = 'count > 1 && note == "fine"'
  const variables = { count: 1, note: 'hunter2-secret' }
  const report = buildReport({ ...input(), request: undefined, details: { count: 1 }, failedTest, variables })
  expect(report).toEqual({
    time: '2026-11-29T00:00:00.000Z',
    pass: false,
    assertion: {
      expected: 'true',
      actual: 'false',
      expression: failedTest,
      values: [
        ['count', '1'],
        ['note', '"***"'],
      ],
    },
    metrics: [],
  })
})

test('stores a report when it changes, and after a while', () => {
  const filter = new ReportFilter()
  const report = buildReport(input())
  const later = {
    ...report,
    assertion: { expected: 'a 2xx code', actual: '503', values: [['elapsed', '25ms'] satisfies [string, string]] },
    time: 'x',
    timings: undefined,
  }
  expect([
    filter.shouldStore('a', report, 0),
    filter.shouldStore('a', later, 29_000),
    filter.shouldStore('a', later, 30_000),
    filter.shouldStore('a', { ...later, pass: true }, 31_000),
    filter.shouldStore('b', report, 31_000),
  ]).toEqual([true, false, true, true, true])
})

test.each(['plain', "it's", '$(id) `id` $HOME "x" \\ ; & | > * ? [a] {b} # ! ~', 'two\nlines', '', '-x', "'", "''"])(
  'a shell reads %j as one unchanged argument',
  (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${quoteForShell(text)}`]).toString()).toBe(text)
  },
)
