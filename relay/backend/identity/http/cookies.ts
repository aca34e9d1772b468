import { createHash } from 'node:crypto'

/** The value of a cookie in a `Cookie` header, as it stands there. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  const start = `${name}=`
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(start))
  return pair?.trim().slice(start.length)
}

/** Cookies do not tell ports apart: the name does. */
export const csrfCookieName = (base: string): string => `csrf_token_${createHash('sha256').update(base).digest('hex')}`
