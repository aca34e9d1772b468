import { expect, test } from 'vitest'
import { everyTopic } from './every-topic.ts'

const [a, b] = [{ name: 'a' }, { name: 'b' }]

test('what is bound and declared is what is served', () => {
  expect(everyTopic([a, b], [b, a])).toEqual([b, a])
})

test.each([
  [[a], [a, b], 'Bound, but not once in the list of declared topics: b.'],
  [[a], [a, a], 'Bound, but not once in the list of declared topics: a.'],
  [[a, b], [a], 'Declared, but bound to no source: b.'],
])('declared %j and bound %j is refused', (declared, bound, message) => {
  expect(() => everyTopic(declared, bound)).toThrow(message)
})
