import { expect, test } from 'vitest'
import { coveredBy, findPhase, silenceState } from './silence-labels.ts'
import type { Silence } from './silences-api.ts'

const silence: Silence = {
  id: 's',
  name: 'works',
  description: null,
  filter: null,
  selectors: null,
  error: null,
  from: '2026-11-20T10:00:00Z',
  until: null,
  recursive: false,
  source: 'UI',
  canary_id: null,
  checks: null,
  catalog: null,
  component: null,
  createdBy: null,
  created_at: null,
  deleted_at: null,
}
const noon = Date.parse('2026-11-20T12:00:00Z')

test.each([
  [{}, 'active'],
  [{ until: '2026-11-20T12:00:00Z' }, 'ended'],
  [{ until: '2026-11-20T12:00:01Z' }, 'active'],
  [{ from: '2026-11-20T13:00:00Z' }, 'planned'],
  [{ from: null }, 'active'],
] as const)('%j is %s [NOTIF-05]', (change, phase) => {
  expect(findPhase({ ...silence, ...change }, noon)).toBe(phase)
})

test('shows a silence with an invalid filter as unhealthy', () => {
  expect(silenceState({ ...silence, error: 'filter: no' }, noon)).toBe('unhealthy')
  expect(silenceState(silence, noon)).toBe('healthy')
  expect(silenceState({ ...silence, until: '2026-11-20T11:00:00Z' }, noon)).toBe('unknown')
})

test('describes the covered resources', () => {
  const component = { id: 'c', name: 'edge' }
  expect(coveredBy({ ...silence, component, recursive: true, filter: 'check.type == "dns"' })).toBe(
    'component edge and its children, check.type == "dns"',
  )
})
