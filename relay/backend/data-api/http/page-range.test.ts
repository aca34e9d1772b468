import { describe, expect, test } from 'vitest'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import { contentRange, pageRange, pageStatus } from './page-range.ts'

const range = (query: string, header?: string) => pageRange(parseQuery([...new URLSearchParams(query)]), header, 2_000)

describe('the page of a request', () => {
  test.each([
    ['', undefined, { offset: 0, limit: 2_000 }],
    ['limit=50', undefined, { offset: 0, limit: 50 }],
    ['limit=50&offset=100', undefined, { offset: 100, limit: 50 }],
    ['limit=5000', undefined, { offset: 0, limit: 2_000 }],
    ['limit=0', undefined, { offset: 0, limit: 0 }],
    ['limit=x', undefined, { offset: 0, limit: 2_000 }],
    ['limit=x&offset=0', undefined, { offset: 0, limit: 0 }],
    ['limit=3&offset=-1', undefined, { offset: 0, limit: 2 }],
    ['offset=-5', undefined, { offset: 0, limit: 2_000 }],
    ['', '10-19', { offset: 10, limit: 10 }],
    ['', '10-', { offset: 10, limit: 2_000 }],
    ['limit=3', '1-9', { offset: 1, limit: 2 }],
    ['', 'pages=1', { offset: 0, limit: 2_000 }],
  ])('of %s with the range %s is %o', (query, header, expected) => {
    expect(range(query, header)).toEqual(expected)
  })

  test('is rejected with 416 when it is empty', () => {
    expect(() => range('limit=-1')).toThrow('Requested range not satisfiable')
    expect(() => range('limit=0&offset=3')).toThrow('Requested range not satisfiable')
    expect(() => range('limit=0&offset=99999999999999999999')).toThrow('Requested range not satisfiable')
    expect(() => range('', '9-3')).toThrow('Requested range not satisfiable')
    expect(() => pageStatus(11, 0, 10, {})).toThrow('Requested range not satisfiable')
  })

  test('is described by Content-Range and 206 [API-04]', () => {
    expect([contentRange(0, 50, 812), contentRange(0, 0, 0), contentRange(0, 3, null)]).toEqual([
      '0-49/812',
      '*/0',
      '0-2/*',
    ])
    expect([pageStatus(0, 50, 812, {}), pageStatus(0, 3, 3, {}), pageStatus(0, 3, null, {})]).toEqual([206, 200, 200])
  })
})
