import { createHash } from 'node:crypto'

export const readCookie = (header: string | undefined, name: string): string | undefined => {
  const start = `${name}=`
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(start))
  return pair?.trim().slice(start.length)
}

/** Cookies are shared across ports, so the name must differ per service address. */
export const csrfCookieName = (base: string): string => `csrf_token_${createHash('sha256').update(base).digest('hex')}`
