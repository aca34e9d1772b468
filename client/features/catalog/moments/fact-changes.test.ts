import { expect, test } from 'vitest'
import { factChanges } from './fact-changes.ts'

const facts = {
  name: 'shop',
  type: 'App',
  description: null,
  status: 'ok',
  health: 'healthy',
  labels: { team: 'web', tier: 'front' },
  tags: null,
  since: '2026-03-24T03:00:00Z',
}

test('lists differences field by field and key by key', () => {
  const later = { ...facts, status: 'broken', labels: { team: 'api' }, tags: { env: 'prod' } }
  expect(factChanges(facts, later)).toEqual([
    { name: 'status', was: 'ok', is: 'broken' },
    { name: 'label team', was: 'web', is: 'api' },
    { name: 'label tier', was: 'front', is: null },
    { name: 'tag env', was: null, is: 'prod' },
  ])
  expect(factChanges(facts, facts)).toEqual([])
})

test('lists nothing when one of the two is unknown', () => {
  expect(factChanges({ ...facts, status: null, since: null }, facts)).toEqual([])
})
