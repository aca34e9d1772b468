import { expect, test } from 'vitest'
import { findDeletionError, isDeletion, matchesPath } from './gitops-files.ts'

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
  ['a/**/b/*c*/**', ['a/b/c/d', 'a/x/y/b/xcx/d/e'], ['a/b/d/e', 'a/b/c']],
  [`${'**/'.repeat(40)}x`, [`${'a/'.repeat(60)}x`], [`${'a/'.repeat(60)}y`]],
  ['*a'.repeat(40), ['a'.repeat(60)], [`${'a'.repeat(60)}b`]],
  ['**a'.repeat(40), ['a/a'.repeat(60)], [`${'a'.repeat(60)}b`]],
  ['./app/[id]/*.ts', ['app/[id]/page.ts'], ['app/i/page.ts']],
])('%s matches whole paths', (path, hits, misses) => {
  expect([hits.filter((name) => !matchesPath(path, name)), misses.filter((name) => matchesPath(path, name))]).toEqual([
    [],
    [],
  ])
})
