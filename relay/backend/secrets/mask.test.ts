import { expect, test } from 'vitest'
import { Mask } from './mask.ts'

test('masks a secret as is, encoded, and line by line', () => {
  const mask = new Mask()
  mask.hide('pass/word 1')
  mask.hide('-----BEGIN-----\nAbCdEf\n-----END-----')
  const encoded = Buffer.from('pass/word 1').toString('base64')
  expect(mask.inText(`a pass/word 1 b ${encoded} c pass%2Fword%201 d AbCdEf`)).toBe('a *** b *** c *** d ***')
  expect(mask.inValue({ 'pass/word 1': ['x', { y: 'AbCdEf' }], n: 1 })).toEqual({ '***': ['x', { y: '***' }], n: 1 })
})

test('does not mask a text of one or two characters', () => {
  const mask = new Mask()
  mask.hide('ab')
  expect(mask.inText('abc')).toBe('abc')
})

test('masks a secret in its decoded or unquoted form', () => {
  const mask = new Mask()
  mask.hideAll(['p%40ss', "hun\\'ter", 'Bearer abc123'])
  expect(mask.inText("p@ss p%40ss hun'ter abc123")).toBe('*** *** *** ***')
})

test('masks a secret completely if it starts with another one', () => {
  const mask = new Mask()
  mask.hideAll(['pass', 'password1'])
  expect(mask.inText('password1 pass')).toBe('*** ***')
})
