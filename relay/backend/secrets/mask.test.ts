import { describe, expect, test } from 'vitest'
import { Mask } from './mask.ts'

const containsText = (value: unknown, text: string): boolean => {
  const waiting = [value]
  for (const part of waiting) {
    if (part === text) return true
    if (typeof part === 'object' && part !== null) waiting.push(...Object.values(part))
  }
  return false
}

test('masks a secret as is, encoded, and line by line', () => {
  const mask = new Mask()
  mask.hide('pass/word 1')
  mask.hide('-----BEGIN-----\nAbCdEf\n-----END-----')
  const encoded = Buffer.from('pass/word 1').toString('base64')
  expect(mask.inText(`a pass/word 1 b ${encoded} c pass%2Fword%201 d AbCdEf`)).toBe('a *** b *** c *** d ***')
  expect(mask.inValue({ 'pass/word 1': ['x', { y: 'AbCdEf' }], n: 1 })).toEqual({ '***': ['x', { y: '***' }], n: 1 })
})

test.each([10, 31, 64, 99, 101, 5_000])('masks a secret %i levels deep', (levels) => {
  const mask = new Mask()
  mask.hide('pass/word 1')
  const deep = Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: [inner] }), 'pass/word 1')
  expect(containsText(mask.inValue(deep), 'pass/word 1')).toBe(false)
  expect(containsText(mask.inRecord({ changes: [deep] }), 'pass/word 1')).toBe(false)
})

test('does not mask a text of fewer than six characters', () => {
  const mask = new Mask()
  mask.hideAll(['ab', 'prod', 'north'])
  expect(mask.inText('abc product northern')).toBe('abc product northern')
})

test('masks a secret in its decoded or unquoted form', () => {
  const mask = new Mask()
  mask.hideAll(['p%40ss-1', "hun\\'ter", 'Bearer abc123'])
  expect(mask.inText("p@ss-1 p%40ss-1 hun'ter abc123")).toBe('*** *** *** ***')
})

test.each([
  ['a form', "x=Pa+ss%26%2F%3C%22'"],
  ['an address in lower case', "?x=Pa%20ss%26%2f%3c%22'"],
  ['HTML', 'Pa ss&amp;/&lt;&quot;&#39;'],
  ['HTML with apostrophes', "Pa ss&amp;/&lt;&quot;'"],
  ['JSON', '{"x":"Pa ss&/<\\"\'"}'],
  ['JSON with escaped slashes', '{"x":"Pa ss&\\/<\\"\'"}'],
  ['JSON with escaped signs', '{"x":"Pa ss\\u0026/\\u003c\\"\'"}'],
  ['base64 without padding', 'UGEgc3MmLzwiJw'],
])('masks a secret that is echoed in %s', (_, text) => {
  const mask = new Mask()
  mask.hide('Pa ss&/<"\'')
  expect(mask.inText(text)).toMatch(/^[^P]*\*\*\*[^P]*$/)
})

test('masks a secret that JSON holds as a number', () => {
  const mask = new Mask()
  mask.hideAll(['20481024', '9007199254740993'])
  expect(mask.inValue({ pin: 20481024, long: 9007199254740993n, other: 2048 })).toEqual({
    pin: '***',
    long: '***',
    other: 2048,
  })
})

test('masks a secret completely if it starts with another one', () => {
  const mask = new Mask()
  mask.hideAll(['passwd', 'passwd-1'])
  expect(mask.inText('passwd-1 passwd')).toBe('*** ***')
})

describe('ids and names', () => {
  const secret = 'Xk7-Qz9p-Lm2'
  const mask = new Mask()
  mask.hideAll([secret, 'product'])

  test('stay as they are, while other texts are masked', () => {
    const item = { id: 'product-1', name: 'product-page', config: { text: 'a product', id: 'product' } }
    expect(mask.inRecord(item)).toEqual({
      id: 'product-1',
      name: 'product-page',
      config: { text: 'a ***', id: '***' },
    })
  })

  test('report a secret that no name contains by chance', () => {
    expect(mask.isSecretIn(`host-${secret}`)).toBe(true)
    expect(mask.isSecretIn('product-page')).toBe(false)
  })

  test('stay in links, changes and references, and keys of documents stay readable', () => {
    const change = { changeType: 'product', externalId: 'product-1', summary: 'the product', details: { product: 1 } }
    const links = [{ kind: 'parent', to: { type: 'Product', id: 'product' } }]
    expect(mask.inRecord({ changes: [change], links })).toEqual({
      changes: [{ ...change, summary: 'the ***' }],
      links,
    })
    expect(mask.inValue({ [secret]: 1 })).toEqual({ '***': 1 })
  })
})
