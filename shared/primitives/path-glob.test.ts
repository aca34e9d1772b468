import { expect, test } from 'vitest'
import { matchesPath } from './path-glob.ts'

test('a star matches part of one name, two stars any number of folders', () => {
  expect(matchesPath('/etc/*.conf', '/etc/host.conf')).toBe(true)
  expect(matchesPath('/etc/*.conf', '/etc/ssl/host.conf')).toBe(false)
  expect(matchesPath('/etc/**/*.conf', '/etc/host.conf')).toBe(true)
  expect(matchesPath('/etc/**/*.conf', '/etc/a/b/host.conf')).toBe(true)
  expect(matchesPath('/etc/**', '/etc/a/b')).toBe(true)
  expect(matchesPath('/etc/**/b/*', '/etc/a/b/b/c')).toBe(true)
  expect(matchesPath('/etc/hosts', '/etc/hosts')).toBe(true)
  expect(matchesPath('/etc/hosts', '/etc/hosts.deny')).toBe(false)
})

test('a pattern designed to backtrack takes no time', () => {
  expect(matchesPath(`${'**/'.repeat(50)}x`, `${'a/'.repeat(500)}b`)).toBe(false)
})
