import { expect, test } from 'vitest'
import { clickhouse, toRequest } from './clickhouse.ts'

const read = (address: string, login: { username?: string; password?: string } = {}) => {
  const { username, password } = login
  const { url, headers } = toRequest(address, { query: 'select 1;\n', username, password })
  const { origin, searchParams } = new URL(url)
  const [user, key] = ['x-clickhouse-user', 'x-clickhouse-key'].map(
    (name) => headers.find(([each]) => each === name)?.[1],
  )
  return [origin, searchParams.get('database'), user, key]
}

test.each([
  ['clickhouse://db.test', ['http://db.test:8123', null, undefined, undefined]],
  ['clickhouse://ada:p%40ss@db.test:9000/shop?dial_timeout=5s', ['http://db.test:8123', 'shop', 'ada', 'p@ss']],
  ['clickhouse://db.test:9440/shop', ['https://db.test:8443', 'shop', undefined, undefined]],
  ['clickhouse://db.test?secure=true&database=shop', ['https://db.test:8443', 'shop', undefined, undefined]],
  ['tcp://db.test:18123', ['http://db.test:18123', null, undefined, undefined]],
  ['db.test:9000', ['http://db.test:8123', null, undefined, undefined]],
  ['https://db.test/', ['https://db.test', null, undefined, undefined]],
  ['clickhouse://[::1]:9000/shop', ['http://[::1]:8123', 'shop', undefined, undefined]],
])('%s is asked over HTTP', (address, expected) => {
  expect(read(address)).toEqual(expected)
})

test('the login of the scraper overrides the one of the address, and is not in the URL', () => {
  expect(read('clickhouse://ada:old@db.test', { username: 'reader', password: 'new' })).toEqual([
    'http://db.test:8123',
    null,
    'reader',
    'new',
  ])
  expect(
    toRequest('http://ada:old@db.test', { query: 'select 1', username: undefined, password: undefined }).url,
  ).not.toMatch(/ada|old/)
})

test('a semicolon at the end and line breaks do not matter', () => {
  const { url } = toRequest('http://db.test', { query: ' select 1;\n', username: undefined, password: undefined })
  expect(new URL(url).searchParams.get('query')).toBe('select 1')
})

test.each(['postgres://db.test', 'file:///etc/passwd', 'clickhouse://'])(
  '%s is no address of ClickHouse',
  (address) => {
    expect(() => read(address)).toThrow('is not an address of ClickHouse, such as clickhouse://host:9000/database')
  },
)

test('files in buckets are read by functions of the query', () => {
  const { error } = clickhouse.spec.safeParse({ query: 'select 1', awsS3: { bucket: 'a' } })
  expect(error?.issues[0]?.message).toBe(
    'cannot work here: read the files in the query, with the function s3 of ClickHouse',
  )
})
