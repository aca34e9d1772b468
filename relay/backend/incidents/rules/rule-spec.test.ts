import { expect, test } from 'vitest'
import { readRuleSpec } from './read-rules.ts'
import { ruleSpecSchema } from './rule-spec.ts'

test.each([
  ['10m', 600_000],
  ['4h', 14_400_000],
  [60_000_000_000, 60_000],
  [0, 0],
])('parses the duration %j as %d ms', (age, ms) => {
  expect(ruleSpecSchema.parse({ filter: { age } }).filter?.age).toBe(ms)
  expect(ruleSpecSchema.parse({ autoClose: { timeout: age } }).autoClose?.timeout).toBe(ms)
})

test.each([
  ['00:00', 0],
  ['9:05', 545],
  ['23:59', 1_439],
  ['08:30:00', 510],
])('parses the time of day %s as minute %d', (start, minute) => {
  expect(ruleSpecSchema.parse({ hoursOfOperation: [{ start, end: '12:00' }] }).hoursOfOperation?.[0]?.start).toBe(
    minute,
  )
})

test('stores the severity medium with a capital letter, the others unchanged', () => {
  const read = ['medium', 'Medium', 'high'].map((severity) => ruleSpecSchema.parse({ template: { severity } }))
  expect(read.map(({ template }) => template?.severity)).toEqual(['Medium', 'Medium', 'high'])
})

test.each([
  ['med', 'Medium'],
  ['MEDIUM', 'Medium'],
  ['crit', 'critical'],
  ['warn', 'warning'],
  ['P1', 'critical'],
  ['sev-2', 'high'],
  ['P0', 'critical'],
  ['SEV0', 'critical'],
  ['S3', 'Medium'],
  ['Severity 4', 'low'],
  ['urgent', 'critical'],
  ['Important', 'high'],
  ['trivial', 'info'],
  ['Info', 'info'],
])('reads the severity %s as %s', (severity, meant) => {
  expect(ruleSpecSchema.parse({ template: { severity } }).template?.severity).toBe(meant)
})

test('an empty value of a template is none', () => {
  const { template } = ruleSpecSchema.parse({ template: { severity: '', type: '', status: '' } })
  expect(template).toEqual({ severity: undefined, type: undefined, status: undefined })
})

test.each(['x', [], 5])('the spec %j is rejected: it would match every failure', async (spec) => {
  expect(await readRuleSpec(spec)).toEqual({
    error: { path: [], reason: expect.stringMatching(/^The spec: must be a map/) },
  })
})

test('reads types and statuses in any spelling', () => {
  const { template } = ruleSpecSchema.parse({ template: { type: 'technical_debt', status: 'Open' } })
  expect(template).toEqual({ type: 'technicalDebt', status: 'open' })
})

test('a filter matches severities as written, and what an abbreviation means', () => {
  expect(ruleSpecSchema.parse({ filter: { severity: ['med', 'error', 'low'] } }).filter?.severity).toEqual([
    'med',
    'Medium',
    'error',
    'low',
  ])
})

test.each([
  [{ filter: { age: 'soon' } }, ['filter', 'age']],
  [{ filter: { age: -1 } }, ['filter', 'age']],
  [{ hoursOfOperation: [{ start: '24:00', end: '12:00' }] }, ['hoursOfOperation', 0, 'start']],
  [{ hoursOfOperation: [{ start: '09:60', end: '12:00' }] }, ['hoursOfOperation', 0, 'start']],
  [{ template: { status: 'closed' } }, ['template', 'status']],
  [{ template: { severity: 'grave' } }, ['template', 'severity']],
  [{ template: { severity: 'P9' } }, ['template', 'severity']],
  [{ priority: 1.5 }, ['priority']],
  [{ unknown: 1 }, []],
])('%j is invalid', (spec, path) => {
  expect(ruleSpecSchema.safeParse(spec).error?.issues[0]?.path).toEqual(path)
})
