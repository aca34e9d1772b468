import { expect, test } from 'vitest'
import { evidenceSchema } from '#shared/incidents/evidence.ts'
import { checksOf } from './checks-of.ts'

const evidenceOf = (id: string, status: string, deletedAt: string | null = null) =>
  evidenceSchema.parse({
    id: `of ${id}`,
    type: 'check',
    description: '',
    check_id: id,
    checks: { id, name: id, status, deleted_at: deletedAt },
  })

test('the checks of an incident are there once each, the failing first, and a deleted one fails no more', () => {
  const one = { evidences: [evidenceOf('a', 'healthy'), evidenceOf('b', 'unhealthy')] }
  const other = { evidences: [evidenceOf('a', 'healthy'), evidenceOf('c', 'unhealthy', '2026-01-01T00:00:00Z')] }
  expect(checksOf([one, other]).map(({ id, isFailing }) => [id, isFailing])).toEqual([
    ['b', true],
    ['a', false],
    ['c', false],
  ])
})
