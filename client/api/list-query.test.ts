import { expect, test } from 'vitest'
import { idList } from './list-query.ts'

test('lists IDs, without values that would change the query or make the address too long', () => {
  const ids = ['0195c0de-0000-7000-8000-00000000c001', 'local', '', 'a,b', 'x)', 'x'.repeat(20_000)]
  expect(idList(ids)).toBe('in.(0195c0de-0000-7000-8000-00000000c001,local)')
})
