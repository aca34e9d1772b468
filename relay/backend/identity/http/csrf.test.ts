import { describe, expect, test } from 'vitest'
import { isCsrfSecret, maskCsrf, matchesCsrf, newCsrfSecret } from './csrf.ts'

describe('the token of a form', () => {
  test('differs each time and always matches its cookie', () => {
    const secret = newCsrfSecret()
    const tokens = Array.from({ length: 50 }, () => maskCsrf(secret))
    expect(new Set(tokens).size).toBe(50)
    expect(tokens.every((token) => matchesCsrf(secret, token))).toBe(true)
  })

  test('matches no other cookie, and no other token matches', () => {
    const [secret, other] = [newCsrfSecret(), newCsrfSecret()]
    const token = maskCsrf(secret)
    const flipped = Buffer.from(token, 'base64')
    flipped[40] = (flipped[40] ?? 0) ^ 1
    expect(
      [
        matchesCsrf(other, token),
        matchesCsrf('', maskCsrf('')),
        matchesCsrf('short', maskCsrf('short')),
        matchesCsrf(secret, secret),
        matchesCsrf(secret, ''),
        matchesCsrf(secret, Buffer.concat([Buffer.from(token, 'base64'), Buffer.alloc(3)]).toString('base64')),
        matchesCsrf(secret, flipped.toString('base64')),
      ].some(Boolean),
    ).toBe(false)
    expect([isCsrfSecret(secret), isCsrfSecret(''), isCsrfSecret(`${secret}x`)]).toEqual([true, false, false])
  })
})
