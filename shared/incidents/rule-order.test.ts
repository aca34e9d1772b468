import { expect, test } from 'vitest'
import { compareRules } from './rule-order.ts'

const rule = (id: string, priority: number, createdAt: string) => ({ id, priority, createdAt })

test('orders rules by priority, then the newest first, then by id', () => {
  const rules = [
    rule('d', -1, '2026-01-09T00:00:00Z'),
    rule('b', 0, '2026-01-01T00:00:00Z'),
    rule('c', 0, '2026-01-02T00:00:00Z'),
    rule('a', 0, '2026-01-01T00:00:00+00:00'),
    rule('e', 5, '2025-01-01T00:00:00Z'),
  ]
  expect(rules.toSorted(compareRules).map(({ id }) => id)).toEqual(['e', 'c', 'a', 'b', 'd'])
})
