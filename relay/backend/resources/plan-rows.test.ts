import { expect, test } from 'vitest'
import { planRows } from './plan-rows.ts'

const row = (id: string, spec: string) => ({ id, spec })

test('keeps the plan of an unchanged row, and drops deleted rows and rows that cannot run', async () => {
  const planned: string[] = []
  const plan = async ({ id, spec }: { id: string; spec: string }, version: string) => {
    planned.push(id)
    return spec === 'broken' ? undefined : { version, spec }
  }
  const first = await planRows([row('a', '1'), row('b', '1'), row('c', '1')], new Map(), plan)
  const second = await planRows([row('a', '1'), row('b', '2'), row('d', 'broken')], first, plan)
  expect(planned).toEqual(['a', 'b', 'c', 'b', 'd'])
  expect(second.get('a')).toBe(first.get('a'))
  expect([...second].map(([id, { spec }]) => [id, spec])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})
