import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { hasSealed, maskSealed, maskSealedBytes } from './sealed-text.ts'
import { createVault } from './vault.ts'

const vault = createVault(createKeyRing(Buffer.alloc(32, 1)))
const other = createVault(createKeyRing(Buffer.alloc(32, 2)))
const location = { relation: 'connections', column: 'password', row: 'c1' }

test('opens a sealed text at its own location, inside any other text', () => {
  const sealed = vault.seal('hunter22 ü', location)
  expect(sealed).toMatch(/^sealed:v2:[\w-]+$/)
  expect(vault.open(`http://ann:${sealed}@host/${sealed}?a`, location)).toBe('http://ann:hunter22 ü@host/hunter22 ü?a')
  expect(vault.open('no secret', location)).toBe('no secret')
  expect(vault.openValue({ a: [sealed, 1, null], b: 'plain' }, location)).toEqual({
    a: ['hunter22 ü', 1, null],
    b: 'plain',
  })
})

test('does not open at another location or with another key, and says what to do', () => {
  const sealed = vault.seal('hunter22', location)
  const unreadable = "The stored password cannot be decrypted with this installation's key. Enter it again."
  for (const elsewhere of [
    { ...location, row: 'c2' },
    { ...location, column: 'certificate' },
    { ...location, relation: 'canaries' },
    { relation: 'connections","password', column: '', row: 'c1' },
  ])
    expect(() => vault.open(sealed, elsewhere)).toThrow(unreadable)
  expect(() => other.open(sealed, location)).toThrow(unreadable)
  expect(other.openValue({ a: sealed }, location)).toEqual({ a: sealed })
})

test('masks a sealed part in any text', () => {
  const text = JSON.stringify({
    a: [vault.seal('x', location)],
    b: `u:${vault.seal('', location)}@h`,
    c: vault.seal('x', location).slice(0, 20),
  })
  const masked = '{"a":["***"],"b":"u:***@h","c":"***"}'
  expect(maskSealed(text)).toBe(masked)
  expect(maskSealedBytes(Buffer.from(text)).toString()).toBe(masked)
  expect([hasSealed(text), hasSealed(masked)]).toEqual([true, false])
  const plain = Buffer.from('nothing here')
  expect(maskSealedBytes(plain)).toBe(plain)
})

test('opens what an older key sealed and seals it again with the newest; what no key opens stays', () => {
  const [old, lost, now] = [1, 2, 3].map((byte) => createKeyRing(Buffer.alloc(32, byte)))
  if (old === undefined || lost === undefined || now === undefined) throw new Error('three keys')
  const rotated = createVault(now, [old])
  const byOld = createVault(old).seal('a', location)
  const first = `sealed:v1:${old.seal('b', JSON.stringify(Object.values(location))).toString('base64url')}`
  const byLost = createVault(lost).seal('c', location)
  const value = { old: `http://${byOld}@host`, first, lost: byLost, plain: 1 }
  expect(rotated.openValue(value, location)).toEqual({ old: 'http://a@host', first: 'b', lost: byLost, plain: 1 })

  let unread = 0
  const resealed = rotated.resealValue(value, location, () => (unread += 1))
  expect(unread).toBe(1)
  expect(createVault(now).openValue(resealed, location)).toEqual({
    old: 'http://a@host',
    first: 'b',
    lost: byLost,
    plain: 1,
  })
  expect(rotated.resealValue(resealed, location, () => undefined)).toBe(resealed)
})
