import { describe, expect, test } from 'vitest'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { absentMessage, planTransformed, type KnownCheck } from './transformed-plan.ts'
import { readTransformed } from './transformed-result.ts'

const results = (...made: unknown[]) => {
  const read = readTransformed(new Mask(), made)
  if (!read.ok) throw new Error(read.message)
  return read.value.results
}
const row = (id: string, over: Partial<KnownCheck> = {}): KnownCheck => ({
  id,
  type: 'http',
  name: id,
  spec: { transformedFrom: 'p' },
  deleted_at: null,
  created_at: '',
  ...over,
})
const hour = 3_600_000
const plan = (
  known: readonly KnownCheck[],
  made: unknown[],
  {
    last = {},
    ...base
  }: Partial<Parameters<typeof planTransformed>[0]['base']> & {
    last?: Record<string, { time: number | null; message: string }>
  } = {},
) => {
  const { present, ...rest } = planTransformed({
    parent: { id: 'p', type: 'http' },
    base: { transformRetention: undefined, ...base },
    known: [row('p', { spec: {} }), ...known],
    results: results(...made),
    time: 100 * hour,
    findLast: (id) => last[id],
  })
  return { present: present.map(({ result, type, existing }) => [result.name, type, existing?.id]), ...rest }
}
const nothing = { mark: [], remove: [], warnings: [] }

describe('a result', () => {
  test('is the check of its name, also when its type changes', () => {
    expect(plan([row('a')], [{ name: 'a' }, { name: 'b', type: 'pod' }])).toEqual({
      ...nothing,
      present: [
        ['a', 'http', 'a'],
        ['b', 'pod', undefined],
      ],
    })
    expect(plan([row('a')], [{ name: 'a', type: 'pod' }]).present).toEqual([['a', 'pod', 'a']])
    const both = [row('a'), row('a2', { name: 'a', type: 'pod', deleted_at: 'x' })]
    expect(plan(both, [{ name: 'a', type: 'pod' }])).toEqual({ ...nothing, present: [['a', 'http', 'a']] })
  })

  test('takes over a deleted check, and reports one that exists beside it', () => {
    const other = row('x', { name: 'a', spec: {} })
    expect(plan([{ ...other, deleted_at: 'x' }], [{ name: 'a' }]).present).toEqual([['a', 'http', 'x']])
    expect(plan([other], [{ name: 'a' }])).toEqual({
      ...nothing,
      present: [],
      warnings: ['transform: the canary has another http check named "a"; this result is not used.'],
    })
  })
})

describe('a check that is no longer returned', () => {
  test('is removed at once, unless it has a retention', () => {
    expect(plan([row('a')], [])).toEqual({ ...nothing, present: [], remove: ['a'] })
    const last = (ago: number) => ({ a: { time: 100 * hour - ago, message: '' } })
    const kept = { transformRetention: hour }
    expect(plan([row('a')], [], { ...kept, last: last(hour - 1) })).toEqual({ ...nothing, present: [] })
    expect(plan([row('a')], [], { ...kept, last: last(hour) }).remove).toEqual(['a'])
    expect(plan([row('a', { deleted_at: 'x' })], []).remove).toEqual([])
  })

  test('Ignore keeps it as it is, until transformRetention if the document has one', () => {
    const kept = { transformDeleteStrategy: 'Ignore' as const }
    const last = { a: { time: 0, message: 'up' } }
    expect(plan([row('a')], [], { ...kept, last })).toEqual({ ...nothing, present: [] })
    expect(plan([row('a')], [], { ...kept, transformRetention: hour, last }).remove).toEqual(['a'])
  })

  test.each(['MarkHealthy', 'MarkUnhealthy'] as const)('%s marks it once, and removes it after a day', (strategy) => {
    const withLast = (ago: number, message: string) =>
      plan([row('a')], [], {
        transformDeleteStrategy: strategy,
        last: { a: { time: 100 * hour - ago, message } },
      })
    expect(withLast(1, 'up')).toEqual({ ...nothing, present: [], mark: ['a'] })
    expect(withLast(48 * hour, 'up')).toEqual({ ...nothing, present: [], mark: ['a'] })
    expect(withLast(hour, absentMessage)).toEqual({ ...nothing, present: [] })
    expect(withLast(24 * hour, absentMessage)).toEqual({ ...nothing, present: [], remove: ['a'] })
  })
})
