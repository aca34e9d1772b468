import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesGlob } from './glob.ts'

const characters = (all: readonly string[]) =>
  fc.array(fc.constantFrom(...all), { maxLength: 8 }).map((some) => some.join(''))

test('a star matches any text, as .* does', () => {
  fc.assert(
    fc.property(characters(['a', 'b', '*']), characters(['a', 'b']), (pattern, text) => {
      expect(matchesGlob(pattern, text)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text))
    }),
  )
})

test('many stars take no longer than few', () => {
  expect(matchesGlob(`${'*a'.repeat(60)}b`, 'a'.repeat(200))).toBe(false)
})
