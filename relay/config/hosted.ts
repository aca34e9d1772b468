import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { organisationAddress } from '#relay/config/organisation-address.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { httpUrl, list } from './variable-kinds.ts'

export interface HostedConfig {
  readonly publishableKey: string
  readonly frontendApi: string
  readonly verificationKey: VerificationKey
  readonly issuer: string
  readonly authorisedParties: readonly string[]
  /** The first label of a host can be `*`. */
  readonly backends: readonly string[]
  readonly forwarded: { readonly url: string; readonly secretKey: string | undefined } | undefined
}

type VerificationKey = { readonly pem: string } | { readonly keys: readonly z.infer<typeof rsaKeySchema>[] }

const rsaKeySchema = z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), kid: z.string().optional() })
const keySetSchema = z.object({ keys: z.array(rsaKeySchema).min(1) })

const readPem = (text: string): VerificationKey | null => {
  const pem = text.replaceAll(String.raw`\n`, '\n')
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa' && !pem.includes('PRIVATE') ? { pem } : null
  } catch {
    return null
  }
}

const keySchema = z.string().transform((text, context): VerificationKey => {
  const key = text.trimStart().startsWith('{') ? (keySetSchema.safeParse(parseJson(text)).data ?? null) : readPem(text)
  if (key !== null) return key
  context.addIssue('no verification key')
  return z.NEVER
})

/** The key encodes the host in base64, followed by `$`. */
const parseHost = (publishableKey: string): string | null => {
  const text = Buffer.from(publishableKey.replace(/^pk_(test|live)_/, ''), 'base64').toString()
  return /^[\w.-]+(:\d+)?\$$/.test(text) ? text.slice(0, -1) : null
}

const publishableKeySchema = z
  .string()
  .regex(/^pk_(test|live)_[\w+/=-]+$/)
  .refine((key) => parseHost(key) !== null)

const backendPattern = z.string().transform((text, context) => {
  const pattern = organisationAddress(text.replace('://*.', '://any-label.'))
  if (pattern === null) {
    context.addIssue('no backend address')
    return z.NEVER
  }
  return text.includes('://*.') ? pattern.replace('://any-label.', '://*.') : pattern
})

export const hostedVariables = {
  HOSTED_PUBLISHABLE_KEY: publishableKeySchema.optional(),
  HOSTED_VERIFICATION_KEY: keySchema.optional(),
  HOSTED_ISSUER: httpUrl.optional(),
  HOSTED_AUTHORIZED_PARTIES: list.pipe(z.array(httpUrl.transform((url) => new URL(url).origin))).default([]),
  HOSTED_BACKENDS: list.pipe(z.array(backendPattern)).default([]),
  HOSTED_FRONTEND_API_URL: httpUrl.optional(),
  HOSTED_SECRET_KEY: z.string().regex(/^sk_/).optional(),
}

export const hostedAllowed: Record<keyof typeof hostedVariables, string> = {
  HOSTED_PUBLISHABLE_KEY: 'the publishable key of the provider’s instance, which begins with pk_test_ or pk_live_',
  HOSTED_VERIFICATION_KEY: 'the public key of the provider’s instance: a PEM, or a JSON Web Key Set of RSA keys',
  HOSTED_ISSUER: 'the token issuer, which begins with https:// or http://',
  HOSTED_AUTHORIZED_PARTIES: 'comma-separated origins such as https://console.example.org',
  HOSTED_BACKENDS:
    'addresses such as https://a.example.org or https://*.backends.example.org, with commas between them; ' +
    'https, or http on this machine, without user, password and query',
  HOSTED_FRONTEND_API_URL: 'the address of the provider’s front-end API, which begins with http:// or https://',
  HOSTED_SECRET_KEY: 'the secret key of the provider’s instance, which begins with sk_',
}

const hidden = () => '(hidden)'
export const hostedRedacted = {
  HOSTED_PUBLISHABLE_KEY: hidden,
  HOSTED_SECRET_KEY: hidden,
  HOSTED_VERIFICATION_KEY: hidden,
  HOSTED_BACKENDS: hidden,
}

const hostedSchema = z.object(hostedVariables)
interface Surroundings {
  readonly PUBLIC_URL?: string | undefined
  readonly BACKEND_URL?: string | undefined
  readonly REDIS_URL?: string | undefined
}
type Read = z.infer<typeof hostedSchema> & Surroundings

export const hostedConflict = (read: Read): string | null => {
  const missing = (['HOSTED_PUBLISHABLE_KEY', 'HOSTED_VERIFICATION_KEY'] as const).find((name) => !read[name])
  if (missing !== undefined)
    return `AUTH_MODE is hosted and ${missing} is not set. Set it to ${hostedAllowed[missing]}.`
  if (read.HOSTED_BACKENDS.length === 0) {
    return (
      'AUTH_MODE is hosted and HOSTED_BACKENDS is not set: no organization’s backend could be reached. ' +
      `Set it to ${hostedAllowed.HOSTED_BACKENDS}.`
    )
  }
  if (read.PUBLIC_URL === undefined && read.HOSTED_AUTHORIZED_PARTIES.length === 0) {
    return (
      'AUTH_MODE is hosted, and neither PUBLIC_URL nor HOSTED_AUTHORIZED_PARTIES names the origins that tokens are made for. ' +
      'Set PUBLIC_URL to the address that browsers use.'
    )
  }
  if (read.BACKEND_URL !== undefined) {
    return (
      'BACKEND_URL is set, and in hosted mode each organization has its own backend. Remove BACKEND_URL and list ' +
      'the backends in HOSTED_BACKENDS.'
    )
  }
  if (read.REDIS_URL !== undefined) {
    return (
      'REDIS_URL is set: in hosted mode a relay loads data with the tokens of its own viewers, so relays cannot share it. ' +
      'Leave REDIS_URL out; relay instances of hosted mode run independently.'
    )
  }
  return null
}

export const toHostedConfig = (read: Read): HostedConfig | undefined => {
  const { HOSTED_PUBLISHABLE_KEY: publishableKey, HOSTED_VERIFICATION_KEY: verificationKey, PUBLIC_URL } = read
  if (publishableKey === undefined || verificationKey === undefined) return undefined
  const frontendApi = `https://${parseHost(publishableKey) ?? ''}`
  const own = PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).origin]
  return {
    publishableKey,
    frontendApi,
    verificationKey,
    issuer: read.HOSTED_ISSUER ?? frontendApi,
    authorisedParties: [...new Set([...own, ...read.HOSTED_AUTHORIZED_PARTIES])],
    backends: read.HOSTED_BACKENDS,
    forwarded:
      read.HOSTED_FRONTEND_API_URL === undefined
        ? undefined
        : { url: read.HOSTED_FRONTEND_API_URL, secretKey: read.HOSTED_SECRET_KEY },
  }
}
