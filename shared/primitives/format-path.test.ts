import { expect, test } from 'vitest'
import { formatPath } from './format-path.ts'

test.each([
  [['spec', 'http', 0, 'url'], 'spec.http[0].url'],
  [[0, 'name'], '[0].name'],
  [['matrix', 1, 2], 'matrix[1][2]'],
  [[], ''],
  [undefined, ''],
])('formats %j as %s', (path, text) => {
  expect(formatPath(path)).toBe(text)
})
