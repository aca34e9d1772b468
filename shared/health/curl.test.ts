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
      `curl --globoff --request POST 'https://shop.example/?a=1&b=$(reboot)'`,
      `--header 'authorization: ***'`,
      `--header 'x-empty;'`,
      String.raw`--data-raw '{"name": "it'\''s"}'`,
    ].join(' \\\n  '),
  )
  expect(formatCurl({ method: 'HEAD', url: 'https://a/', headers: [] })).toBe('curl --globoff --head https://a/')
})
