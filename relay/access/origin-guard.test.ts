import { describe, expect, test } from 'vitest'
import { createOriginGuard } from './origin-guard.ts'

const guard = (own: Partial<Parameters<typeof createOriginGuard>[0]>) => {
  const checkOrigin = createOriginGuard({
    host: '127.0.0.1',
    publicUrl: undefined,
    allowedHosts: [],
    listeningPort: () => 4600,
    ...own,
  })
  return (method: string, headers: Record<string, string>, url = '/') => checkOrigin({ method, url, headers })
}
const onLoopback = guard({})
const behindProxy = guard({
  host: '0.0.0.0',
  publicUrl: 'https://console.example.org',
  allowedHosts: ['wall.example.org', 'kiosk.example.org:8080'],
})

describe('host names', () => {
  test.each(['127.0.0.1:4600', 'localhost:4600', '[::1]:4600', 'LOCALHOST:4600'])('accepts %s on loopback', (host) => {
    expect(onLoopback('GET', { host })).toBeNull()
  })

  test.each([
    'localhost',
    'localhost:4601',
    '127.0.0.1:80',
    'evil.example',
    'evil.example:4600',
    '127.0.0.1.evil.example:4600',
    'localhost.evil.example:4600',
    'evil@localhost:4600',
    'localhost:4600/evil.example',
    '192.0.2.1:4600',
    '',
    'a b',
  ])('rejects %j on loopback', (host) => {
    expect(onLoopback('GET', { host })).toBe('foreign_host')
  })

  test('rejects a request without a host', () => {
    expect(onLoopback('GET', {})).toBe('foreign_host')
  })

  test('accepts the listening port only once it listens', () => {
    let port: number | undefined
    const early = guard({ listeningPort: () => port })
    expect(early('GET', { host: 'localhost:4600' })).toBe('foreign_host')
    port = 4600
    expect(early('GET', { host: 'localhost:4600' })).toBeNull()
  })

  test.each([
    'console.example.org',
    'console.example.org:443',
    'wall.example.org',
    'wall.example.org:4600',
    'kiosk.example.org:8080',
    '127.0.0.1:4600',
  ])('accepts %s behind a proxy', (host) => {
    expect(behindProxy('GET', { host })).toBeNull()
  })

  test.each(['console.example.org:4600', 'wall.example.org:8080', 'kiosk.example.org', 'kiosk.example.org:4600'])(
    'rejects %s behind a proxy',
    (host) => {
      expect(behindProxy('GET', { host })).toBe('foreign_host')
    },
  )
})

describe('a request line', () => {
  const host = 'localhost:4600'

  test.each(['http://localhost:4600/healthz', 'HTTP://LOCALHOST:4600/healthz'])(
    'accepts the own host in absolute form: %s',
    (url) => {
      expect(onLoopback('GET', { host }, url)).toBeNull()
    },
  )

  test.each([
    'http://evil.example/healthz',
    'http://127.0.0.1:4600/healthz',
    'https://localhost:4600/healthz',
    'ftp://localhost:4600/healthz',
    'healthz',
    '*',
  ])('rejects the foreign or malformed target %s', (url) => {
    expect(onLoopback('GET', { host }, url)).toBe('foreign_host')
  })

  test.each([
    '/../x',
    '//x',
    '/a//b',
    '/%00',
    '/a%00b',
    '/.%2e/x',
    '/%2e%2e%2fetc/passwd',
    '/a/./b',
    '/a/..',
    '/a\\b',
    '/a%5cb',
    '/a%0d%0ab',
    '/%',
    'http://localhost:4600//x',
  ])('rejects the path %s', (url) => {
    expect(onLoopback('GET', { host }, url)).toBe('malformed_address')
  })

  test.each(['/', '/health/', '/a..b/...', '/x%2Fy', '/x?to=//evil%00/../', '/%C3%A9#//'])(
    'accepts the path %s',
    (url) => {
      expect(onLoopback('GET', { host }, url)).toBeNull()
    },
  )
})

describe('requests from pages', () => {
  const host = '127.0.0.1:4600'

  test('accepts pages of the relay itself', () => {
    expect(onLoopback('POST', { host, origin: 'http://127.0.0.1:4600', 'sec-fetch-site': 'same-origin' })).toBeNull()
    expect(behindProxy('POST', { host: '127.0.0.1:4600', origin: 'https://console.example.org' })).toBeNull()
  })

  test.each(['http://127.0.0.1:4601', 'http://localhost:4600', 'https://evil.example', 'null', 'nonsense'])(
    'rejects pages of %s',
    (origin) => {
      expect(onLoopback('POST', { host, origin })).toBe('foreign_origin')
    },
  )

  test('allows links from other sites and nothing else', () => {
    const elsewhere = { host, 'sec-fetch-site': 'cross-site' }
    expect(onLoopback('GET', { ...elsewhere, 'sec-fetch-mode': 'navigate' })).toBeNull()
    expect(onLoopback('GET', { ...elsewhere, 'sec-fetch-mode': 'no-cors' })).toBe('foreign_origin')
    expect(onLoopback('POST', { ...elsewhere, 'sec-fetch-mode': 'navigate' })).toBe('foreign_origin')
  })

  test('rejects loads by pages on another port of this machine', () => {
    expect(onLoopback('GET', { host, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(
      'foreign_origin',
    )
  })
})
