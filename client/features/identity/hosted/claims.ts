import { z } from 'zod'

const claimsSchema = z.object({
  exp: z.number(),
  iat: z.number(),
  org_id: z.string().nullish(),
})

interface TokenClaims {
  readonly organisation: string | null
  readonly lifeMs: number
}

/** Does not verify the token; only the relay does. */
export const readClaims = (token: string): TokenClaims => {
  const [, payload = ''] = token.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  const { exp, iat, org_id: organisation } = claimsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  return { organisation: organisation ?? null, lifeMs: (exp - iat) * 1_000 }
}
