import { expect, test } from 'vitest'
import { toFields } from './bigquery-lines.ts'
import { hashMessage, toLogLine } from './log-line.ts'
import { readRange } from '#relay/backend/clients/run/time-range.ts'

test('the first field of a mapping that has a value is taken, also by path; others are labels', () => {
  const fields = {
    '@timestamp': '2026-11-01T10:00:00+01:00',
    event: { text: 'order 7 failed' },
    log_level: 'ERROR',
    transaction_id: 'tx-1',
    secretless: '',
    attempt: 3,
    internal: 'x',
  }
  const mapping = {
    timestamp: ['@timestamp'],
    message: ['message', 'event.text'],
    severity: ['severity', 'log_level'],
    id: ['event_id', 'transaction_id'],
    ignore: ['internal', 'event'],
  }
  expect(toLogLine({ fields }, mapping)).toEqual({
    id: 'tx-1',
    message: 'order 7 failed',
    severity: 'error',
    host: '',
    source: '',
    timestamp: '2026-11-01T09:00:00.000Z',
    firstObserved: '2026-11-01T09:00:00.000Z',
    count: 1,
    hash: hashMessage('order 9 failed'),
    labels: { attempt: '3' },
  })
})

test('a line of a stream keeps its text and time beside labels of these names, unless they are mapped', () => {
  const line = { fields: { message: 'a label', time: '1' }, message: 'the text', at: '2026-11-01T00:00:00.000Z' }
  expect(toLogLine(line)).toMatchObject({ message: 'the text', timestamp: '2026-11-01T00:00:00.000Z' })
  expect(toLogLine(line, { message: ['message'] })).toMatchObject({ message: 'a label', labels: { time: '1' } })
  expect(toLogLine({ fields: {} })).toMatchObject({ message: '', timestamp: '', labels: {} })
})

test.each([
  ['size changed from 100 to 200', 'size changed from 7 to 8', true],
  ['pod web-7f9c2d1a4b started', 'pod web-0a1b2c3d4e started', true],
  ['user 6f1c0a2e-1111-2222-3333-444455556666 left', 'user 00000000-aaaa-bbbb-cccc-dddddddddddd left', true],
  ['cache.size changed', 'server.timeout changed', false],
])('%j and %j have one hash: %s', (one, other, isSame) => {
  expect(hashMessage(one) === hashMessage(other)).toBe(isSame)
})

test('rows of BigQuery are read by their columns', () => {
  const columns = [
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'count', type: 'INTEGER' },
    { name: 'large', type: 'INTEGER' },
    { name: 'share', type: 'FLOAT' },
    { name: 'ok', type: 'BOOLEAN' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    { name: 'who', type: 'RECORD', fields: [{ name: 'mail', type: 'STRING' }] },
    { name: 'none', type: 'STRING' },
  ]
  const values = ['1.7647056E9', '7', '9007199254740993', '0.5', 'true', [{ v: 'a' }], { f: [{ v: 'a@b.test' }] }, null]
  expect(toFields({ f: values.map((v) => ({ v })) }, columns)).toEqual({
    at: '2025-12-02T20:00:00.000Z',
    count: 7,
    large: '9007199254740993',
    share: 0.5,
    ok: true,
    tags: ['a'],
    who: { mail: 'a@b.test' },
    none: null,
  })
})

test('a range is an age, date math or times, by default the last hour', () => {
  expect(readRange({ start: '2026-11-01T00:00:00Z', end: '2026-11-02T00:00:00Z' })).toEqual({
    fromMs: Date.UTC(2026, 10, 1),
    toMs: Date.UTC(2026, 10, 2),
  })
  for (const [range, hours] of [
    [{ start: '24h' }, 24],
    [{ start: 'now-2d' }, 48],
    [{}, 1],
    [{ sinceMs: 7_200_000 }, 2],
  ] as const) {
    const { fromMs, toMs } = readRange(range)
    expect((toMs - fromMs) / 3_600_000).toBe(hours)
  }
  expect(() => readRange({ start: '1h', end: '2h' })).toThrow('start must be before end')
})
