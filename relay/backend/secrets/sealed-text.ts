/** What stands for a secret in every answer, and on a write for "unchanged". */
export const maskedSecret = '***'

const prefix = 'sealed:v1:'
/** Of any length: the database cuts what it quotes in its refusals. */
const pattern = /sealed:v1:[\w-]*/g

/** Sealed bytes as they are kept within a text or a JSON value. */
export const sealedText = (sealed: Buffer): string => prefix + sealed.toString('base64url')

/** The same text with every sealed part of it replaced by what `open` makes of its bytes. */
export const replaceSealed = (text: string, open: (sealed: Buffer) => string): string =>
  text.includes(prefix)
    ? text.replaceAll(pattern, (part) => open(Buffer.from(part.slice(prefix.length), 'base64url')))
    : text

/** A text, or a JSON value's text, as people may read it: each sealed part is `***`. */
export const maskSealed = (text: string): string => replaceSealed(text, () => maskedSecret)

export const hasSealed = (text: string): boolean => text.includes(prefix) && maskSealed(text) !== text

const prefixBytes = Buffer.from(prefix)
/** The same for bytes of UTF-8, which come back as they are when there is nothing to mask. */
export const maskSealedBytes = (bytes: Buffer): Buffer =>
  bytes.includes(prefixBytes) ? Buffer.from(maskSealed(bytes.toString())) : bytes
