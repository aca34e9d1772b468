import { expect, test } from 'vitest'
import { evidenceSchema } from '#shared/incidents/evidence.ts'
import { listChecks } from './list-checks.ts'

const makeEvidence = (id: string, status: string, deletedAt: string | null = null) =>
  evidenceSchema.parse({
    id: `of ${id}`,
    type: 'check',
    description: '',
    check_id: id,
    checks: { id, name: id, status, deleted_at: deletedAt },
  })

test('lists each check once, failing ones first, and treats a deleted one as not failing', () => {
  const one = { evidences: [makeEvidence('a', 'healthy'), makeEvidence('b', 'unhealthy')] }
  const other = { evidences: [makeEvidence('a', 'healthy'), makeEvidence('c', 'unhealthy', '2026-01-01T00:00:00Z')] }
  expect(listChecks([one, other]).map(({ id, isFailing }) => [id, isFailing])).toEqual([
    ['b', true],
    ['a', false],
    ['c', false],
  ])
})
