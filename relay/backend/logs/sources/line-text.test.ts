import { expect, test } from 'vitest'
import { lineFromFields, parseLine, canContain } from './line-text.ts'

const at = '2026-11-20T10:00:00.000Z'

test.each([
  ['2026-11-20T10:00:00Z ready', at],
  ['2026-11-20 10:00:00 ready', at],
  ['2026-11-20 10:00:00,250 ready', '2026-11-20T10:00:00.250Z'],
  ['2026-11-20T10:00:00.123456789Z ready', '2026-11-20T10:00:00.123Z'],
  ['[2026-11-20T11:00:00+01:00] ready', at],
  ['2026-11-20T05:00:00-0500 ready', at],
  ['2026-11-20 10:00 ready', ''],
  ['2026-13-20T10:00:00Z ready', ''],
  ['started at 2026-11-20T10:00:00Z', ''],
  ['ready', ''],
  ['', ''],
])('the text %j has the time %j', (text, timestamp) => {
  expect(parseLine(text)).toMatchObject({ timestamp, message: text })
})

test.each([
  ['ERROR disk full', { level: 'error' }],
  ['WARNING disk full', { level: 'warn' }],
  ['WARN disk full', { level: 'warn' }],
  ['unknown error', {}],
  ['TERROR', {}],
  [`${'x '.repeat(110)}ERROR`, {}],
])('the text %j has the labels %j', (text, labels) => {
  expect(parseLine(text).labels).toEqual(labels)
})

test.each([
  [{ time: at }, at],
  [{ ts: 1_763_632_800 }, '2025-11-20T10:00:00.000Z'],
  [{ ts: 1_763_632_800_000 }, '2025-11-20T10:00:00.000Z'],
  [{ ts: 1_763_632_800.5 }, '2025-11-20T10:00:00.500Z'],
  [{ timestamp: at, time: '2020-01-01T00:00:00Z' }, at],
  [{ timestamp: null, time: at }, at],
  [{ ts: 1e300 }, ''],
  [{ ts: true }, ''],
])('the fields %j have the time %j', (fields, timestamp) => {
  expect(lineFromFields({ ...fields, msg: 'ready' })?.timestamp).toBe(timestamp)
})

test.each([
  [{ level: 60 }, 'fatal'],
  [{ level: 50 }, 'error'],
  [{ level: 49 }, 'warn'],
  [{ level: 30 }, 'info'],
  [{ level: 20 }, 'debug'],
  [{ severity: 'ERROR' }, 'error'],
])('the fields %j have the level %s', (fields, level) => {
  expect(lineFromFields({ ...fields, msg: 'ready' })?.labels).toEqual({ level })
})

test('turns other fields into labels, nested ones as JSON, and omits null', () => {
  expect(
    lineFromFields({ msg: 'ready', pod: 'a', n: 1, ok: false, tags: ['x'], http: { code: 200 }, none: null }),
  ).toEqual({
    timestamp: '',
    message: 'ready',
    labels: { pod: 'a', n: '1', ok: 'false', tags: '["x"]', http: '{"code":200}' },
  })
})

test('fields without a message are not a line, and configured keys replace the default ones', () => {
  expect(lineFromFields({ pod: 'a' })).toBeUndefined()
  expect(lineFromFields({ msg: 'ready' }, { messageKey: 'body' })).toBeUndefined()
  expect(lineFromFields({ body: 'ready', when: at, msg: 'label' }, { messageKey: 'body', timeKey: 'when' })).toEqual({
    timestamp: at,
    message: 'ready',
    labels: { msg: 'label' },
  })
})

test('treats text that only looks like JSON as a message', () => {
  expect(parseLine('{"msg":')).toMatchObject({ message: '{"msg":' })
  expect(parseLine('{"a":1}')).toMatchObject({ message: '{"a":1}', labels: {} })
  expect(parseLine('{"a":1,"msg":"ready"}')).toEqual({ timestamp: '', message: 'ready', labels: { a: '1' } })
})

test.each([
  ['Disk FULL', 'full', true],
  ['Disk ok', 'full', false],
  ['anything', '', true],
  ['{"msg":"f\\u0075ll"}', 'full', true],
  ['plain\n{"msg":"f\\u0075ll"}', 'full', true],
  ['path C:\\tmp', 'full', false],
])('%j may contain %j: %s', (lines, text, expected) => {
  expect(canContain(lines, text)).toBe(expected)
})
