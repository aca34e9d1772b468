import { expect, test } from 'vitest'
import { formatCurl } from './curl.ts'

test('formats a request for a shell', () => {
  expect(formatCurl({ method: 'GET', url: 'https://shop.example/health', headers: [] })).toBe(
    'curl --globoff https://shop.example/health',
  )
  expect(
    formatCurl({
      method: 'POST',
      url: 'https://shop.example/?a=1&b=$(reboot)',
      headers: [
        ['authorization', '***'],
        ['x-empty', ''],
      ],
      body: `{"name": "it's"}`,
    }),
  ).toBe(
    [
      `curl --globoff 'https://shop.example/?a=1&b=$(reboot)'`,
      `--header 'authorization: ***'`,
      `--header 'x-empty;'`,
      '--header content-type:',
      String.raw`--data-raw '{"name": "it'\''s"}'`,
    ].join(' \\\n  '),
  )
  expect(formatCurl({ method: 'HEAD', url: 'https://a/', headers: [], body: 'x' })).toBe(
    'curl --globoff --head https://a/',
  )
  expect(
    formatCurl({
      method: 'PUT',
      url: 'https://a/',
      headers: [['Content-Type', 'text/plain']],
      body: '',
      isInsecure: true,
      followsRedirects: true,
    }),
  ).toBe(
    [
      'curl --globoff --insecure --location --request PUT https://a/',
      `--header 'Content-Type: text/plain'`,
      `--data-raw ''`,
    ].join(' \\\n  '),
  )
})
