import { expect, test } from 'vitest'
import { readWhole } from './whole-item.ts'

const readKnown = (fields: Readonly<Record<string, unknown>>) => {
  const whole = readWhole({ id: '1', config: {}, ...fields })
  return whole.kind === 'whole' ? whole.known : whole.reason
}

test('a label or tag without a value is left out, and the item is kept', () => {
  expect(readKnown({ labels: { a: null, b: 1 }, tags: { c: null } })).toMatchObject({ labels: { b: '1' }, tags: {} })
})

test('health, readiness and costs are read as documents write them', () => {
  expect(readKnown({ health: 'Unhealthy', ready: 'true', cost_total_30d: '12.5' })).toMatchObject({
    health: 'unhealthy',
    ready: true,
    costs: { month: 12.5 },
  })
  expect(readKnown({ health: 'broken' })).toMatchObject({ health: 'unknown' })
})

test('times of changes may be milliseconds, and messages of insights lists', () => {
  const whole = readWhole({
    changes: [{ change_type: 'Built', created_at: 1_714_906_000_123 }],
    analysis: { analyzer: 'a', message: ['one', 'two'] },
  })
  expect(whole).toMatchObject({
    errors: [],
    reports: [
      { report: { change: { createdAt: '2024-05-05T10:46:40.123Z' } } },
      { report: { insight: { message: 'one\ntwo' } } },
    ],
  })
})
