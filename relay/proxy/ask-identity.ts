import { request } from 'undici'
import { z } from 'zod'
import { readWhoami } from '#shared/access/read-whoami.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { whoamiRoute } from '#shared/access/whoami.ts'
import { mailAddress } from '#shared/identity/mail-address.ts'
import { toBackendUrl, type BackendAddress } from '#relay/proxy/backend-address.ts'
import { cookiesNamed, isIdentityCookie, isSessionCookie } from '#relay/proxy/cookies.ts'
import { baseUrlIn } from '#shared/identity/public-address.ts'
import { idSchema } from '#shared/primitives/id.ts'

const timeoutMs = 5_000

const addressSchema = z.object({ value: z.string(), verified: z.boolean().optional() })
export const sessionSchema = z.object({
  active: z.boolean().optional(),
  authenticated_at: z.iso.datetime({ offset: true }).nullish().catch(undefined),
  identity: z.object({
    id: idSchema,
    traits: z.object({
      email: z.string().optional(),
      name: z
        .union([z.string(), z.object({ first: z.string().optional(), last: z.string().optional() })])
        .optional()
        .catch(undefined),
    }),
    verifiable_addresses: z.array(addressSchema).nullish(),
  }),
})

/** Whom a remote identity service vouches for. */
export interface RemoteIdentity {
  readonly id: string
  readonly name: string
  /** As `mailAddress` writes it; empty where the service keeps none. */
  readonly email: string
  /** Whether the person has shown that the address is theirs. */
  readonly isVerified: boolean
  /** When the person last showed who they are, in this session; null where the service does not tell. */
  readonly signedInAt: string | null
}

const formatName = (name: z.infer<typeof sessionSchema>['identity']['traits']['name']): string => {
  if (name === undefined || typeof name === 'string') return name ?? ''
  return [name.first, name.last].filter(Boolean).join(' ')
}

/** Asks whether a remote identity service works; rejects with a sentence when it does not. */
export const askIdentityHealth = async (address: BackendAddress, signal: AbortSignal): Promise<void> => {
  const { statusCode, body } = await request(`${address.origin}${address.basePath}/health/ready`, { signal })
  await body.dump()
  if (statusCode >= 500) throw new Error(`It answered with error ${statusCode}.`)
}

const cookieHeader = (cookie: string | undefined) => (cookie === undefined ? {} : { cookie })

const get = async (url: string, credentials: Readonly<Record<string, string>>) => {
  const { statusCode, body } = await request(url, {
    headers: { accept: 'application/json', ...credentials },
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await body.text()
  if (statusCode >= 500 || statusCode === 404)
    throw new Error(`${new URL(url).host} answered with error ${statusCode}.`)
  return { isOk: statusCode === 200, text }
}

/**
 * Asks a remote identity service for the person of a `Cookie` header: null without a session that holds, and while a second
 * factor is missing (403, 422). Rejects when the service cannot tell.
 */
export const askIdentity =
  (address: BackendAddress) =>
  async (cookie: string): Promise<RemoteIdentity | null> => {
    const url = `${address.origin}${address.basePath}/sessions/whoami`
    const { isOk, text } = await get(url, cookieHeader(cookiesNamed(cookie, isIdentityCookie)))
    if (!isOk) return null
    const { active, identity, authenticated_at: signedInAt = null } = sessionSchema.parse(JSON.parse(text))
    if (active === false) return null
    const email = mailAddress(identity.traits.email ?? '')
    const isVerified =
      identity.verifiable_addresses?.some(({ value, verified }) => verified && mailAddress(value) === email) === true
    return {
      id: identity.id,
      name: formatName(identity.traits.name) || email || 'Unnamed',
      email,
      isVerified,
      signedInAt,
    }
  }

const formSchema = z.object({ ui: z.object({ action: z.string() }) })

/** Asks a remote identity service what it takes for its own address, its `serve.public.base_url`; null where it does not tell. */
export const askBaseUrl = async (address: BackendAddress): Promise<string | null> => {
  const { text } = await get(`${address.origin}${address.basePath}/self-service/login/browser`, {})
  const form = formSchema.safeParse(JSON.parse(text))
  return form.success ? baseUrlIn(form.data.ui.action) : null
}

/** Asks a remote backend who a `Cookie` header is to it, with the roles held there and the permissions about them; null when nobody. */
export const askBackend =
  (address: BackendAddress) =>
  async (cookie: string): Promise<Viewer | null> => {
    const { isOk, text } = await get(
      toBackendUrl(address, whoamiRoute.path),
      cookieHeader(cookiesNamed(cookie, isSessionCookie)),
    )
    return isOk ? readWhoami(text) : null
  }

/** Asks a remote backend whom it knows by the relay's own credential; null when it knows nobody by it. */
export const askOwnPerson = (address: BackendAddress) => async (): Promise<Viewer | null> => {
  const { isOk, text } = await get(toBackendUrl(address, whoamiRoute.path), {
    ...(address.credential !== undefined && { authorization: address.credential }),
  })
  return isOk ? readWhoami(text) : null
}
