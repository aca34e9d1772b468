import { createHash, randomBytes } from 'node:crypto'

export const newToken = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** The token has enough entropy for a plain hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
