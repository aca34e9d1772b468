/** Replaces a secret in every response; on a write it means "unchanged". */
export const maskedSecret = '***'

const prefix = 'sealed:v'
/** Any length: the database truncates values that it quotes in errors. */
const pattern = /sealed:v([12]):([\w-]*)/g

export const keyIdBytes = 6

export interface SealedPart {
  readonly keyId: Buffer | undefined
  readonly bytes: Buffer
}

export const sealedText = (keyId: Buffer, bytes: Buffer): string =>
  `${prefix}2:${Buffer.concat([keyId, bytes]).toString('base64url')}`

export const replaceSealed = (text: string, change: (part: SealedPart, text: string) => string): string =>
  text.includes(prefix)
    ? text.replaceAll(pattern, (part: string, version: string, body: string) => {
        const bytes = Buffer.from(body, 'base64url')
        return change(
          version === '1'
            ? { keyId: undefined, bytes }
            : { keyId: bytes.subarray(0, keyIdBytes), bytes: bytes.subarray(keyIdBytes) },
          part,
        )
      })
    : text

export const maskSealed = (text: string): string => replaceSealed(text, () => maskedSecret)

export const hasSealed = (text: string): boolean => text.includes(prefix) && maskSealed(text) !== text

const prefixBytes = Buffer.from(prefix)
export const maskSealedBytes = (bytes: Buffer): Buffer =>
  bytes.includes(prefixBytes) ? Buffer.from(maskSealed(bytes.toString())) : bytes
