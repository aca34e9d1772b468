import { expect, test } from 'vitest'
import { findDeletionError, isDeletion, matchesFile } from './gitops-files.ts'

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
  ['apps/**', ['apps/a', 'apps/b/c.yaml'], ['app/a', 'apps']],
  ['**', ['a', 'b/a'], []],
  ['**.yaml', ['a.yaml', 'b/c/a.yaml'], ['a.yml']],
  ['app**.yaml', ['app.yaml', 'app-1.yaml', 'apps/b/c.yaml'], ['b/app.yaml']],
  ['**/old.yaml', ['old.yaml', 'a/b/old.yaml'], ['a/very-old.yaml']],
  ['./app/[id]/*.ts', ['app/[id]/page.ts'], ['app/i/page.ts']],
])('%s matches whole paths', (path, hits, misses) => {
  const matches = (name: string) => matchesFile(path, name)
  expect([hits.every(matches), misses.some(matches)]).toEqual([true, false])
})

test('a pattern designed to backtrack takes no time', () => {
  expect(matchesFile(`${'**a'.repeat(12)}*b`, 'a/'.repeat(2_000))).toBe(false)
})
