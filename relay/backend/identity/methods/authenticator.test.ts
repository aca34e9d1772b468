import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newAuthenticatorSecret, findStep } from './authenticator.ts'

const secret = newAuthenticatorSecret()
const at = new Date('2026-11-21T12:00:10Z')
const codeAt = (ms: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: ms })

describe('a code of an authenticator app', () => {
  test('matches its own time step or an adjacent one', () => {
    const step = Math.floor(at.getTime() / 30_000)
    expect([-30_000, 0, 30_000].map((off) => findStep(secret, codeAt(at.getTime() + off), at))).toEqual([
      step - 1,
      step,
      step + 1,
    ])
    expect(findStep(secret, `${codeAt(at.getTime()).slice(0, 3)} ${codeAt(at.getTime()).slice(3)}`, at)).toBe(step)
  })

  test('outside these steps, or malformed, matches no step', () => {
    const codes = [
      codeAt(at.getTime() - 90_000),
      codeAt(at.getTime() + 90_000),
      '',
      '12345',
      '1234567',
      'abcdef',
      '١٢٣٤٥٦',
    ]
    expect(codes.map((code) => findStep(secret, code, at))).toEqual(codes.map(() => null))
  })

  test('uses a secret of 160 random bits', () => {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newAuthenticatorSecret()).not.toBe(secret)
  })
})
