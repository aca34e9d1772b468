import { randomBytes } from 'node:crypto'
import { isSame } from '#relay/backend/secrets/key-ring.ts'

const secretBytes = 32
const encoded = /^[\w-]{43}$/

export const newCsrfSecret = (): string => randomBytes(secretBytes).toString('base64url')

export const isCsrfSecret = (text: string): boolean => encoded.test(text)

const xor = (a: Uint8Array, b: Uint8Array): Buffer => Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)))

/** Masked differently each time, so that compressed responses do not leak the secret (BREACH). */
export const maskCsrf = (secret: string): string => {
  const mask = randomBytes(secretBytes)
  return Buffer.concat([mask, xor(Buffer.from(secret, 'base64url'), mask)]).toString('base64')
}

export const matchesCsrf = (secret: string, masked: string): boolean => {
  const bytes = Buffer.from(masked, 'base64')
  if (!isCsrfSecret(secret) || bytes.length !== 2 * secretBytes) return false
  return isSame(xor(bytes.subarray(secretBytes), bytes.subarray(0, secretBytes)), Buffer.from(secret, 'base64url'))
}
