import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

test('takes one item per owner in turn, in insertion order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.charAt(0), item)
  const taken = Array.from({ length: 7 }, () => queue.take())
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})
