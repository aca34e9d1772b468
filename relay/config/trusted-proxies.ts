import { isIP } from 'node:net'
import { z } from 'zod'

/** An address, or a block of them in CIDR form; a block that holds everybody would let everybody say where they come from. */
const isProxy = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128)
}

/** Addresses and blocks of addresses with commas or spaces between them. */
export const trustedProxiesSchema = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .pipe(z.array(z.string().refine(isProxy)))
