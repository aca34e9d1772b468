import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { invalid } from '#relay/errors/http-error.ts'

export const encryptedPrefix = 'encrypted:v1:'
const pattern = /encrypted:v1:([\w-]*)/g
const [saltBytes, ivBytes, tagBytes] = [16, 12, 16]

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** Expensive enough to slow down guessing, fast enough for a page. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const deriveKey = (passphrase: string, salt: Buffer) => derive(passphrase.normalize('NFC'), salt, 32, cost)

export const encryptBy = async (passphrase: string): Promise<(text: string) => string> => {
  const salt = randomBytes(saltBytes)
  const key = await deriveKey(passphrase, salt)
  return (text) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return encryptedPrefix + Buffer.concat([salt, iv, cipher.getAuthTag(), body]).toString('base64url')
  }
}

export const decryptBy = async (passphrase: string | undefined, text: string): Promise<(part: string) => string> => {
  const sealed = [...text.matchAll(pattern)].map(([, body = '']) => Buffer.from(body, 'base64url'))
  const [first] = sealed
  if (first === undefined) return (part) => part
  if (passphrase === undefined || passphrase === '')
    throw invalid('The secrets in this file are encrypted. Enter the passphrase that it was exported with.')
  const salt = first.subarray(0, saltBytes)
  if (sealed.some((bytes) => bytes.length < saltBytes + ivBytes + tagBytes))
    throw invalid('A secret in this file is truncated. Use the file as it was exported.')
  if (sealed.some((bytes) => !bytes.subarray(0, saltBytes).equals(salt)))
    throw invalid('The secrets in this file come from several backups. Import them one after the other.')
  const key = await deriveKey(passphrase, salt)
  const opened = (bytes: Buffer): string => {
    const rest = bytes.subarray(saltBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes))
    try {
      return Buffer.concat([decipher.update(rest.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    } catch {
      throw invalid('Wrong passphrase, or the file was changed.')
    }
  }
  const [probe] = sealed
  if (probe !== undefined) opened(probe)
  return (part) =>
    part.includes(encryptedPrefix)
      ? part.replaceAll(pattern, (_, body: string) => opened(Buffer.from(body, 'base64url')))
      : part
}
