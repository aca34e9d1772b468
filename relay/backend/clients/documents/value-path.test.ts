import { expect, test } from 'vitest'
import { parseSteps, valueAt } from './value-path.ts'

test('parses a JSONPath to a single value as steps, and no other path', () => {
  expect(parseSteps('$')).toEqual([])
  expect(parseSteps("$.metadata.labels['app.kubernetes.io/name'][0]")).toEqual([
    'metadata',
    'labels',
    'app.kubernetes.io/name',
    0,
  ])
  for (const path of ['$..name', '$.a[*]', '$.a[?@.b]', '$.a[1:2]', '$.a b', "$['a\\'b']"])
    expect(parseSteps(path)).toBeUndefined()
})

test('finds only own members', () => {
  const document = { a: [{ b: 1 }], text: 'abc' }
  expect(valueAt(document, ['a', 0, 'b'])).toBe(1)
  expect(valueAt(document, ['a', 1, 'b'])).toBeUndefined()
  expect(valueAt(document, ['constructor'])).toBeUndefined()
  expect(valueAt(document, ['text', 'length'])).toBeUndefined()
})
