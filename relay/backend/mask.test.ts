import { expect, test } from 'vitest'
import { Mask } from './mask.ts'

test('a secret is blanked as it is, encoded, and line by line', () => {
  const mask = new Mask()
  mask.hide('pass/word 1')
  mask.hide('-----BEGIN-----\nAbCdEf\n-----END-----')
  const encoded = Buffer.from('pass/word 1').toString('base64')
  expect(mask.inText(`a pass/word 1 b ${encoded} c pass%2Fword%201 d AbCdEf`)).toBe('a *** b *** c *** d ***')
  expect(mask.inValue({ 'pass/word 1': ['x', { y: 'AbCdEf' }], n: 1 })).toEqual({ '***': ['x', { y: '***' }], n: 1 })
})

test('a text of one or two letters is not blanked', () => {
  const mask = new Mask()
  mask.hide('ab')
  expect(mask.inText('abc')).toBe('abc')
})
