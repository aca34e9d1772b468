import { expect, test } from 'vitest'
import { cut } from './sender.ts'

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['abc🔥def', 5, 'abc…'],
  ['ab🔥def', 5, 'ab🔥…'],
])('shortens %s to %i characters without splitting one', (text, most, shortened) => {
  expect(cut(text, most)).toBe(shortened)
})
