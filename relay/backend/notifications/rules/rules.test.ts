import { describe, expect, test } from 'vitest'
import { readRule } from './rules.ts'

const secondNanos = 1_000_000_000
const team = '018f5a3e-1111-7000-8000-000000000001'
const read = (row: Readonly<Record<string, unknown>>) =>
  readRule({ id: 'r', name: 'Rule', events: ['check.failed'], ...row })

test('a row with only the required columns is a rule without limits', () => {
  expect(read({})).toEqual({
    id: 'r',
    name: 'Rule',
    events: ['check.failed'],
    title: '',
    template: '',
    filter: '',
    properties: {},
    error: null,
    recipients: [],
    fallback: [],
    fallbackMs: 0,
    repeatMs: 0,
    waitMs: 0,
    evaluationMs: 0,
    groupBy: [],
    inhibitions: [],
  })
})

test('keeps the index of a service, also after one that names an on-call team', () => {
  const services = [{ name: 'one' }, { name: 'on call', on_call_team_id: team }, { name: 'two' }]
  expect(read({ person_id: 'p', team_id: 't', playbook_id: 'b', custom_services: services })?.recipients).toEqual([
    { kind: 'person', id: 'p' },
    { kind: 'team', id: 't' },
    { kind: 'playbook', id: 'b' },
    { kind: 'service', index: 0, service: { name: 'one', properties: {} }, team: null },
    { kind: 'onCall', id: team, hasServices: false },
    { kind: 'service', index: 2, service: { name: 'two', properties: {} }, team: null },
  ])
})

test('a team with services of its own is notified through them', () => {
  const pager = { name: 'pager', url: 'ntfy://h/t', properties: {} }
  const teams = new Map([[team, { id: team, name: 'night shift', services: [pager, null] }]])
  const row = { id: 'r', name: 'Rule', events: [] }
  const own = { kind: 'service', index: 0, service: pager, team: { id: team, name: 'night shift' } }
  const services = [{ name: 'on call', on_call_team_id: team }]
  expect(readRule({ ...row, team_id: team, fallback_team_id: team }, teams)).toMatchObject({
    recipients: [own],
    fallback: [own],
  })
  expect(readRule({ ...row, custom_services: services }, teams)?.recipients).toEqual([
    own,
    { kind: 'onCall', id: team, hasServices: true },
  ])
})

test('an invalid service loses no other, and a property that is no text keeps its value as text', () => {
  const services = [{ name: 1 }, { name: 'two', properties: { port: 25, secure: true, extra: {} } }]
  expect(read({ custom_services: services, properties: { 'email.port': 587 } })).toMatchObject({
    recipients: [{ index: 1, service: { name: 'two', properties: { port: '25', secure: 'true' } } }],
    properties: { 'email.port': '587' },
  })
})

test('fallback recipients are separate', () => {
  const rule = read({ fallback_person_id: 'p', fallback_delay: 90 * secondNanos })
  expect([rule?.recipients, rule?.fallback, rule?.fallbackMs]).toEqual([[], [{ kind: 'person', id: 'p' }], 90_000])
})

describe('durations', () => {
  test.each([
    [null, 0],
    ['', 0],
    ['10m', 600_000],
    ['soon', 0],
  ])('a repeat interval %j is %d ms', (repeat_interval, repeatMs) => {
    expect(read({ repeat_interval })?.repeatMs).toBe(repeatMs)
  })

  test.each([
    [0, null, 0],
    [10, null, 10_000],
    [60, null, 30_000],
    [60, 0, 0],
    [60, 45, 45_000],
  ])('waiting %d s with an evaluation of %j s evaluates for %d ms', (wait, evaluation, evaluationMs) => {
    const row = {
      wait_for: wait * secondNanos,
      wait_for_eval_period: evaluation === null ? null : evaluation * secondNanos,
    }
    expect(read(row)).toMatchObject({ waitMs: wait * 1_000, evaluationMs })
  })

  test('reads nanoseconds from text too, as PostgreSQL returns a bigint', () => {
    expect(read({ wait_for: '5000000000' })?.waitMs).toBe(5_000)
  })
})

describe('invalid rows', () => {
  test('ignores invalid services and inhibitions', () => {
    expect(read({ custom_services: 'x', inhibitions: [{ from: 5 }] })).toMatchObject({
      recipients: [],
      inhibitions: [],
    })
  })

  test('an inhibition may quote its depth and soft', () => {
    expect(read({ inhibitions: [{ from: 'Node', direction: 'all', depth: '2', soft: 'true' }] })?.inhibitions).toEqual([
      { from: 'Node', direction: 'all', depth: 2, soft: true },
    ])
  })
  test('treats an unknown inhibition direction as all', () => {
    expect(read({ inhibitions: [{ from: 'Node', direction: 'sideways' }] })?.inhibitions).toEqual([
      { from: 'Node', direction: 'all' },
    ])
  })

  test.each([[{ events: null }], [{ name: 5 }], [{ filter: 5 }]])('rejects %j', (row) => {
    expect(read(row)).toBeUndefined()
  })
})
