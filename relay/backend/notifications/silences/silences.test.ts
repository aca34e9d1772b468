import { expect, test } from 'vitest'
import { createSubject } from '#relay/testing/notification-inputs.ts'
import { covers, holdsAt, silencing, type Silence } from './silences.ts'

const silence = (overrides: Partial<Silence> = {}): Silence => ({
  id: 's1',
  name: 'Maintenance',
  filter: null,
  selectors: [],
  error: null,
  recursive: null,
  config_id: null,
  check_id: null,
  canary_id: null,
  component_id: null,
  from: null,
  until: null,
  window: null,
  ...overrides,
})
const [from, until] = ['2026-03-24T10:00:00Z', '2026-03-24T12:00:00Z']
const night = { days: [2], from: '11:00', to: '11:30', zone: 'UTC' }

test.each([
  [{ from, until }, '09:59:59', false],
  [{ from, until }, '10:00:00', true],
  [{ from, until }, '11:59:59', true],
  [{ from, until }, '12:00:00', false],
  [{ from }, '23:00:00', true],
  [{ until }, '00:00:00', true],
  [{}, '00:00:00', true],
  [{ from, until, window: night }, '10:30:00', false],
  [{ from, until, window: night }, '11:00:00', true],
  [{ from: '2026-03-24T11:15:00Z', window: night }, '11:10:00', false],
])('the silence %j applies at %s: %s', (terms, time, expected) => {
  expect(holdsAt(silence(terms), Date.parse(`2026-03-24T${time}Z`))).toBe(expected)
})

const check = createSubject({
  target: { id: 'check-1', labels: { team: 'shop' } },
  within: { check: ['check-1'], canary: ['canary-1'], component: ['shop'], config: ['node-1'] },
  above: { component: ['mall'], config: ['cluster-1'] },
})
const noDatabase = { query: () => Promise.reject(new Error('nothing to read')) } as never

test.each<[Partial<Silence>, boolean]>([
  [{}, false],
  [{ check_id: 'check-1' }, true],
  [{ check_id: 'check-2' }, false],
  [{ canary_id: 'canary-1' }, true],
  [{ canary_id: 'canary-2' }, false],
  [{ component_id: 'shop' }, false],
  [{ component_id: 'shop', recursive: true }, true],
  [{ config_id: 'node-1', recursive: true }, true],
  [{ config_id: 'node-2', recursive: true }, false],
  [{ component_id: 'mall', recursive: true }, true],
  [{ component_id: 'mall' }, false],
  [{ config_id: 'cluster-1', recursive: true }, true],
  [{ config_id: 'check-1' }, false],
  [{ check_id: 'check-2', component_id: 'shop', recursive: true }, true],
  [{ selectors: [{ labelSelector: 'team=shop' }] }, true],
  [{ selectors: [{ labelSelector: 'team=web' }] }, false],
  [{ selectors: [{ labelSelector: 'team=web' }, { types: ['http'] }] }, true],
  [{ check_id: 'check-2', selectors: [{ labelSelector: 'team=shop' }] }, false],
  [{ check_id: 'check-1', selectors: [{ labelSelector: 'team=web' }] }, false],
])('the silence %j covers a check: %s', async (terms, expected) => {
  expect(await covers(noDatabase, silence(terms), check)).toBe(expected)
})

test('finds the first silence that applies and covers', async () => {
  const atMs = Date.parse(from)
  const all = [
    silence({ id: 'over', check_id: 'check-1', until: from }),
    silence({ id: 'other', check_id: 'check-2' }),
    silence({ id: 'first', check_id: 'check-1' }),
    silence({ id: 'second', check_id: 'check-1' }),
  ]
  expect((await silencing(noDatabase, all, check, atMs))?.id).toBe('first')
  expect(await silencing(noDatabase, all.slice(0, 2), check, atMs)).toBeUndefined()
})
