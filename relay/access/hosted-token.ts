import { createLocalJWKSet, importSPKI, jwtVerify } from 'jose'
import { z } from 'zod'

export interface TokenPolicy {
  readonly verificationKey: { readonly pem: string } | { readonly keys: readonly { readonly kty: string }[] }
  readonly issuer: string
  readonly authorisedParties: readonly string[]
}

export interface HostedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly organisation: string
  readonly role: string
  readonly backendUrl: string | null
  readonly expiresAtMs: number
}

const skewSeconds = 5
const longestToken = 16 * 1024

const text = z.string().min(1)
const orNothing = z.string().nullish()

/** Session tokens carry the organisation in `o`; the template 'Backend' does not. */
const claimsSchema = z.object({
  sub: text,
  exp: z.number(),
  azp: text,
  sts: z.literal('active').optional(),
  name: orNothing,
  email: orNothing,
  org_id: orNothing,
  role: orNothing,
  org_role: orNothing,
  o: z.object({ id: text, rol: orNothing }).optional(),
  backend_url: orNothing,
})

const openKey = async (key: TokenPolicy['verificationKey']) =>
  'pem' in key ? importSPKI(key.pem, 'RS256') : createLocalJWKSet({ keys: [...key.keys] })

/**
 * Returns null unless signature, issuer, time and authorised party are valid, the session is complete and an
 * organisation is chosen.
 */
export const hostedTokens = ({ verificationKey, issuer, authorisedParties }: TokenPolicy, now: () => number) => {
  const opening = openKey(verificationKey)
  return async (token: string): Promise<HostedPerson | null> => {
    if (token.length > longestToken) return null
    const key = await opening
    const verified = await jwtVerify(token, key, {
      issuer,
      algorithms: ['RS256'],
      clockTolerance: skewSeconds,
      currentDate: new Date(now()),
      requiredClaims: ['exp', 'nbf', 'sub'],
    }).catch(() => null)
    const claims = verified === null ? undefined : claimsSchema.safeParse(verified.payload).data
    if (claims === undefined || !authorisedParties.includes(claims.azp)) return null
    const organisation = claims.org_id || claims.o?.id
    if (!organisation) return null
    return {
      id: claims.sub,
      name: claims.name || claims.email || claims.sub,
      email: claims.email ?? '',
      organisation,
      role: claims.role || claims.org_role || claims.o?.rol || '',
      backendUrl: claims.backend_url || null,
      expiresAtMs: (claims.exp + skewSeconds) * 1_000,
    }
  }
}
