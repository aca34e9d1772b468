import { expect, test } from 'vitest'
import { byFields } from './by-fields.ts'

const row = (id: string, n: number) => ({ id, n, team: 'web' })
const getKey = ({ id }: { readonly id: string }) => id

test('sends the changed fields of existing rows and new rows whole', () => {
  const before = new Map([['a', row('a', 1)]])
  const change = { put: [row('a', 2), row('b', 1)], drop: ['c'] }
  expect(byFields(before, change, getKey)).toEqual({ put: [row('b', 1)], set: [['a', { n: 2 }, {}]], drop: ['c'] })
})
