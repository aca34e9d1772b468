import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyRing, isSame } from './key-ring.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')

const ring = createKeyRing(Buffer.alloc(32, 7))
const other = createKeyRing(Buffer.alloc(32, 8))

describe('a key ring', () => {
  test('opens its own sealed text, which differs each time', () => {
    const sealed = [ring.seal('secret ü', 'totp 1'), ring.seal('secret ü', 'totp 1')]
    expect(sealed.map((bytes) => ring.open(bytes, 'totp 1'))).toEqual(['secret ü', 'secret ü'])
    expect(isSame(sealed[0] ?? Buffer.of(), sealed[1] ?? Buffer.of())).toBe(false)
    expect(sealed[0]?.toString('latin1')).not.toContain('secret')
  })

  test('opens nothing sealed with another key or purpose, changed or truncated', () => {
    const sealed = ring.seal('secret', 'totp 1')
    expect(() => other.open(sealed, 'totp 1')).toThrow('sealed with another key')
    expect(() => ring.open(sealed, 'totp 2')).toThrow('sealed with another key')
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => ring.open(changed, 'totp 1')).toThrow('sealed with another key')
    }
    expect(() => ring.open(sealed.subarray(0, 20), 'totp 1')).toThrow('sealed with another key')
    expect(() => ring.open(randomBytes(8), 'totp 1')).toThrow('sealed with another key')
  })

  test('marks a text the same way for one purpose and key', () => {
    expect(hex(ring.mark('code', '123456'))).toBe(hex(ring.mark('code', '123456')))
    const marks = [
      ring.mark('code', '123456'),
      ring.mark('logout', '123456'),
      other.mark('code', '123456'),
      ring.fingerprint,
    ]
    expect(new Set(marks.map(hex)).size).toBe(4)
  })
})
