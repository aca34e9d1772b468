import { expect, test } from 'vitest'
import { findDeletionError, isDeletion, toGlobPattern } from './gitops-files.ts'

test('$delete alone deletes, also in a block', () => {
  expect(['$delete', ' $delete\n', '$delete\nx', 'a: $delete', ''].map(isDeletion)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each(['a: 1\n---\n$delete\n', '$DELETE', '$delete\nx'])('%j is rejected instead of written', (content) => {
  expect(findDeletionError(content)).toBe('must be only $delete to delete the file, without other text')
})

test.each(['$delete', 'price: $delete', 'text'])('%j is accepted', (content) => {
  expect(findDeletionError(content)).toBeUndefined()
})

test.each([
  ['*.yaml', ['a.yaml'], ['b/a.yaml', 'a.yml']],
  ['apps/**', ['apps/a', 'apps/b/c.yaml'], ['app/a']],
  ['**/old.yaml', ['old.yaml', 'a/b/old.yaml'], ['a/very-old.yaml']],
  ['./app/[id]/*.ts', ['app/[id]/page.ts'], ['app/i/page.ts']],
])('%s matches whole paths', (path, hits, misses) => {
  const pattern = toGlobPattern(path)
  expect([hits.every((name) => pattern.test(name)), misses.some((name) => pattern.test(name))]).toEqual([true, false])
})
