import { expect, test } from 'vitest'
import { planRows } from './plan-rows.ts'

const row = (id: string, spec: string) => ({ id, spec })

test('a row that did not change stays what it was, and one that is gone or cannot run is not planned', async () => {
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
