import { describe, expect, test } from 'vitest'
import { createOwnNames } from './own-names.ts'

const onLoopback = createOwnNames({ host: '127.0.0.1', publicUrl: undefined, allowedHosts: [] })
const behindProxy = createOwnNames({
  host: '0.0.0.0',
  publicUrl: 'https://console.example.org',
  allowedHosts: ['wall.example.org'],
})

describe('the names of a relay', () => {
  test.each(['127.0.0.1:4600', 'localhost:4600', 'localhost', '[::1]:4600', 'LOCALHOST:1'])(
    'on loopback hold %s',
    (host) => {
      expect(onLoopback('GET', { host })).toBeNull()
    },
  )

  test.each([
    'evil.example',
    'evil.example:4600',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.0.2.1',
    '',
    'a b',
  ])('on loopback do not hold %j, which somebody may point at this machine', (host) => {
    expect(onLoopback('GET', { host })).toBe('foreign_host')
  })

  test('are refused when there is none', () => {
    expect(onLoopback('GET', {})).toBe('foreign_host')
  })

  test.each(['console.example.org', 'wall.example.org:8080', '127.0.0.1:4600'])('behind a proxy hold %s', (host) => {
    expect(behindProxy('GET', { host })).toBeNull()
  })
})

describe('a page', () => {
  const host = '127.0.0.1:4600'

  test('of the relay itself may use it', () => {
    expect(onLoopback('POST', { host, origin: 'http://127.0.0.1:4600', 'sec-fetch-site': 'same-origin' })).toBeNull()
    expect(behindProxy('POST', { host: '127.0.0.1:4600', origin: 'https://console.example.org' })).toBeNull()
  })

  test.each(['http://127.0.0.1:4601', 'http://localhost:4600', 'https://evil.example', 'null', 'nonsense'])(
    'of %s may not',
    (origin) => {
      expect(onLoopback('POST', { host, origin })).toBe('foreign_origin')
    },
  )

  test('elsewhere may link here, and nothing more than that', () => {
    const elsewhere = { host, 'sec-fetch-site': 'cross-site' }
    expect(onLoopback('GET', { ...elsewhere, 'sec-fetch-mode': 'navigate' })).toBeNull()
    expect(onLoopback('GET', { ...elsewhere, 'sec-fetch-mode': 'no-cors' })).toBe('foreign_origin')
    expect(onLoopback('POST', { ...elsewhere, 'sec-fetch-mode': 'navigate' })).toBe('foreign_origin')
  })

  test('on another port of this machine may not load anything from here', () => {
    expect(onLoopback('GET', { host, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(
      'foreign_origin',
    )
  })
})
