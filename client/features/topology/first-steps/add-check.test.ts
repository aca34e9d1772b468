import { expect, test } from 'vitest'
import { nameCheck, parseCheckUrl } from './add-check.ts'

test.each([
  ['https://shop.example/pay?a=1', 'https://shop.example/pay?a=1'],
  ['  shop.example ', 'https://shop.example/'],
  ['localhost:8080/healthz', 'http://localhost:8080/healthz'],
  ['127.0.0.1:9', 'http://127.0.0.1:9/'],
  ['intranet', 'http://intranet/'],
  ['', undefined],
  ['two words', undefined],
  ['ftp://files.example', undefined],
])('reads the address %j', (text, href) => {
  expect(parseCheckUrl(text)?.href).toBe(href)
})

test('a check is named after its address, with a number if the name is taken', () => {
  const url = new URL('https://Shop.example/pay/now')
  expect(nameCheck(url, new Set())).toBe('shop.example-pay-now')
  expect(nameCheck(url, new Set(['shop.example-pay-now', 'shop.example-pay-now-2']))).toBe('shop.example-pay-now-3')
})
