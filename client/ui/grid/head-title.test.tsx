import { expect, test } from 'vitest'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { nextSorting } from './head-title.tsx'

const press = (times: number, usual: Sorting | null) => {
  const orders: string[] = []
  let chosen: Sorting | null = null
  for (let press = 0; press < times; press += 1) {
    chosen = nextSorting('name', chosen ?? usual, usual)
    orders.push(chosen === null ? 'default' : chosen.desc ? 'descending' : 'ascending')
  }
  return orders
}

test.each([
  ['a list without an order of its own', null, ['ascending', 'descending', 'default', 'ascending']],
  ['a list sorted by another column', { id: 'age', desc: true }, ['ascending', 'descending', 'default', 'ascending']],
  ['a list sorted by the column', { id: 'name', desc: false }, ['descending', 'default', 'descending', 'default']],
  [
    'a list sorted by the column, descending',
    { id: 'name', desc: true },
    ['ascending', 'default', 'ascending', 'default'],
  ],
])('a header cycles through the orders of %s', (_case, usual, orders) => {
  expect(press(4, usual)).toEqual(orders)
})
