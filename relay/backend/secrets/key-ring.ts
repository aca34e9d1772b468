import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export interface KeyRing {
  seal(text: string, purpose: string): Buffer
  open(sealed: Uint8Array, purpose: string): string
  /** A keyed hash: cannot be brute-forced without the key. */
  mark(purpose: string, text: string): Buffer
  readonly fingerprint: Buffer
}

const ivBytes = 12
const tagBytes = 16
const unopened = 'A secret was sealed with another key or for another purpose, or it was changed.'

export const createKeyRing = (key: Uint8Array): KeyRing => {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `identity ${use}`, 32))
  const [sealKey, markKey] = [derived('seal'), derived('mark')]
  return {
    seal: (text, purpose) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open: (sealed, purpose) => {
      const bytes = Buffer.from(sealed)
      if (bytes.length < ivBytes + tagBytes) throw new Error(unopened)
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        throw new Error(unopened)
      }
    },
    mark: (purpose, text) => createHmac('sha256', markKey).update(`${purpose}\0${text}`).digest(),
    fingerprint: derived('fingerprint').subarray(0, 16),
  }
}

/** Constant time. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
