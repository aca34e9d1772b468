import { expect, test } from 'vitest'
import { storableName, storableValue, validateNames } from './storable-text.ts'

test('control characters of names are replaced, tabs and line breaks stay', () => {
  expect(storableName('a\u0007b\u001b[31m\u0085\u007f')).toBe('a\ufffdb\ufffd[31m\ufffd\ufffd')
  expect(storableName('a\tb\r\n')).toBe('a\tb\r\n')
})

test('byte order marks are removed from names', () => {
  expect(storableName('\ufeffshop\ufeff')).toBe('shop')
})

test('keys and nested values are cleaned', () => {
  expect(storableValue({ 'a\0': ['\ud83d', 1, null, { __proto__: null, b: '\0' }] })).toEqual({
    'a\ufffd': ['\ufffd', 1, null, { b: '\ufffd' }],
  })
})

test.each([
  [{ name: 'web \u{1f600}' }, undefined],
  [{ name: '' }, 'name: must not be empty.'],
  [{ name: ' \u00a0\t\u200b\u3164' }, 'name: must not be empty.'],
  [{ name: null, namespace: '' }, undefined],
  [{ name: '\u200d\u2764' }, undefined],
  [{ name: 'bell \u0007' }, 'name: must not contain control characters, got U+0007.'],
  [{ name: '\ufeffshop' }, 'name: must not contain control characters, got U+FEFF.'],
  [{ namespace: 'n'.repeat(501) }, 'namespace: must be at most 500 characters long.'],
])('a row with %j', async (row, error) => {
  expect(await validateNames('canaries', row)).toBe(error)
})
