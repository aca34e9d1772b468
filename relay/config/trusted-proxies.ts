import { isIP } from 'node:net'
import { z } from 'zod'

/** Excludes blocks that match every address: anyone could then forge the client address. */
const isProxy = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128)
}

export const trustedProxiesSchema = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .pipe(z.array(z.string().refine(isProxy)))
