import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGrouping } from '#shared/health/check-groups.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import type { CheckRow } from '#shared/health/check-row.ts'

const never = () => false
const named = (id: string, canaryName: string, status = 'healthy') => checkRow({ id, name: id, canaryName, status })

test('a new result updates only its own group and moves it to its new position', () => {
  const group = createGrouping()
  const rows = [named('a', 'orders'), named('b', 'checkout'), named('c', 'orders')]
  const before = group(rows, 'canary_name', never)
  expect(before.map(({ title }) => title)).toEqual(['checkout', 'orders'])
  const after = group(rows.with(2, named('c', 'orders', 'unhealthy')), 'canary_name', never)
  expect(after.map(({ title, roll }) => [title, roll.state])).toEqual([
    ['orders', 'mixed'],
    ['checkout', 'healthy'],
  ])
  expect(after[1]).toBe(before[0])
})

const lists = fc.array(
  fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      canaryName: fc.constantFrom('orders', 'checkout', ''),
      status: fc.constantFrom('healthy', 'unhealthy', ''),
    }),
    { selector: ({ id }) => id },
  ),
  { minLength: 1 },
)

test('reuses a group with the same checks, also after a list without it', () => {
  const group = createGrouping()
  const rows = [named('a', 'orders'), named('b', 'checkout'), named('c', 'orders')]
  const before = group(rows, 'canary_name', never)
  group(rows.slice(0, 1), 'canary_name', never)
  const after = group(rows, 'canary_name', never)
  expect(after[0]).toBe(before[0])
  expect(after).toEqual(before)
})

test('groups match the current list, regardless of the previous one', () => {
  fc.assert(
    fc.property(lists, (all) => {
      const group = createGrouping()
      const known = new Map<string, CheckRow>()
      for (const list of all) {
        const rows = list.map(({ id, canaryName, status }) => {
          const key = [id, canaryName, status].join()
          const row = known.get(key) ?? named(id, canaryName, status)
          known.set(key, row)
          return row
        })
        expect(group(rows, 'canary_name', never)).toEqual(createGrouping()(rows, 'canary_name', never))
      }
    }),
  )
})
