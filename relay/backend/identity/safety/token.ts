import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits behind a prefix that says what they are for. */
export const newToken = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** What is kept of a token. The token is random enough that a plain hash gives nothing away. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
