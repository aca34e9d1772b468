import { request } from 'undici'
import { z } from 'zod'
import { readWhoami } from '#shared/access/read-whoami.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { whoamiRoute } from '#shared/access/whoami.ts'
import { mailAddress } from '#shared/identity/mail-address.ts'
import { toBackendUrl, type BackendAddress } from '#relay/proxy/backend-address.ts'
import { readAgain } from '#relay/proxy/read-again.ts'
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

export interface RemoteIdentity {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
  readonly signedInAt: string | null
}

const formatName = (name: z.infer<typeof sessionSchema>['identity']['traits']['name']): string => {
  if (name === undefined || typeof name === 'string') return name ?? ''
  return [name.first, name.last].filter(Boolean).join(' ')
}

export const askIdentityHealth = async (address: BackendAddress, signal: AbortSignal): Promise<void> => {
  const { statusCode, body } = await request(`${address.origin}${address.basePath}/health/ready`, { signal })
  await body.dump()
  if (statusCode >= 500) throw new Error(`Responded with status ${statusCode}.`)
}

const cookieHeader = (cookie: string | undefined) => (cookie === undefined ? {} : { cookie })

const get = async (url: string, credentials: Readonly<Record<string, string>>) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const { statusCode, text } = await readAgain(async () => {
    const { statusCode, body } = await request(url, { headers: { accept: 'application/json', ...credentials }, signal })
    return { statusCode, text: await body.text() }
  })
  if (statusCode >= 500 || statusCode === 404)
    throw new Error(`${new URL(url).host} responded with status ${statusCode}.`)
  return { isOk: statusCode === 200, text }
}

/**
 * Null without a valid session, and while a second factor is missing (403, 422). Rejects when the service cannot
 * decide.
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

export const askBaseUrl = async (address: BackendAddress): Promise<string | null> => {
  const { text } = await get(`${address.origin}${address.basePath}/self-service/login/browser`, {})
  const form = formSchema.safeParse(JSON.parse(text))
  return form.success ? baseUrlIn(form.data.ui.action) : null
}

export const askBackend =
  (address: BackendAddress) =>
  async (cookie: string): Promise<Viewer | null> => {
    const { isOk, text } = await get(
      toBackendUrl(address, whoamiRoute.path),
      cookieHeader(cookiesNamed(cookie, isSessionCookie)),
    )
    return isOk ? readWhoami(text) : null
  }

export const askOwnPerson = (address: BackendAddress) => async (): Promise<Viewer | null> => {
  const { isOk, text } = await get(toBackendUrl(address, whoamiRoute.path), {
    ...(address.credential !== undefined && { authorization: address.credential }),
  })
  return isOk ? readWhoami(text) : null
}
