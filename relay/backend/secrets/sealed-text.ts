/** What stands for a secret in every answer, and on a write for "unchanged". */
export const maskedSecret = '***'

const prefix = 'sealed:v'
/** Of any length: the database cuts what it quotes in its refusals. */
const pattern = /sealed:v([12]):([\w-]*)/g

/** Tells the keys of a ring apart; it says nothing of them. Of a length that base64 writes without a rest. */
export const keyIdBytes = 6

/** A sealed part of a text. */
export interface SealedPart {
  /** The key that sealed it; undefined in texts of the first version, which do not say it. */
  readonly keyId: Buffer | undefined
  readonly bytes: Buffer
}

/** Sealed bytes and their key's id as they are kept within a text or a JSON value. */
export const sealedText = (keyId: Buffer, bytes: Buffer): string =>
  `${prefix}2:${Buffer.concat([keyId, bytes]).toString('base64url')}`

/** The same text with every sealed part of it replaced by what `change` makes of it; `text` is the part as it stands there. */
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

/** A text, or a JSON value's text, as people may read it: each sealed part is `***`. */
export const maskSealed = (text: string): string => replaceSealed(text, () => maskedSecret)

export const hasSealed = (text: string): boolean => text.includes(prefix) && maskSealed(text) !== text

const prefixBytes = Buffer.from(prefix)
/** The same for bytes of UTF-8, which come back as they are when there is nothing to mask. */
export const maskSealedBytes = (bytes: Buffer): Buffer =>
  bytes.includes(prefixBytes) ? Buffer.from(maskSealed(bytes.toString())) : bytes
