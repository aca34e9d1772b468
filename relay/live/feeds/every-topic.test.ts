import { expect, test } from 'vitest'
import { everyTopic } from './every-topic.ts'

const [a, b] = [{ name: 'a' }, { name: 'b' }]

test('returns the bindings in the order of the declared topics', () => {
  expect(everyTopic([a, b], [b, a])).toEqual([a, b])
})

test.each([
  [[a], [a, b], 'Bound, but not exactly once in the declared topics: b.'],
  [[a], [a, a], 'Bound, but not exactly once in the declared topics: a.'],
  [[a, b], [a], 'Declared, but not bound to a source: b.'],
])('rejects declared %j with bound %j', (declared, bound, message) => {
  expect(() => everyTopic(declared, bound)).toThrow(message)
})
