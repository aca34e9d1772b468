import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { formatPath } from '#shared/primitives/format-path.ts'
import { gcpTransport } from './gcp-transport.ts'
import { askJson } from '#relay/backend/clients/http/json-service.ts'
import type { TlsOptions } from '#relay/backend/clients/http/trusting-connector.ts'

/** The library requests tokens here regardless of the key. */
const sdkTokenUrl = 'https://oauth2.googleapis.com/token'
const readOnlyScope = 'https://www.googleapis.com/auth/cloud-platform.read-only'
const tokenResponse = z.looseObject({ access_token: z.string().min(1) })
const keySchema = z.looseObject({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default(sdkTokenUrl),
})
type Key = z.infer<typeof keySchema>

const parseKey = (text: string): Key => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('The credentials are not JSON. Use a service account key as downloaded from Google Cloud')
  }
  const key = keySchema.safeParse(json)
  if (!key.success)
    throw new Error(
      `The credentials are not a service account key: ${formatPath(key.error.issues[0]?.path) || 'they'} is invalid`,
    )
  try {
    createPrivateKey(key.data.private_key)
  } catch {
    throw new Error('The private key of the credentials cannot be read. Use a PKCS #8 key')
  }
  return key.data
}

interface SignIn {
  readonly credentials: string
  readonly endpoint?: string | undefined
  readonly tls: TlsOptions
  readonly signal: AbortSignal
  readonly hide: (secret: string) => void
  /** By default read-only. */
  readonly scope?: string
}

const createTransport = (key: Key, { endpoint, tls, signal, hide }: SignIn) => {
  const service = { headers: [], tls, signal }
  const advice = 'Use the key of a service account that is not deleted or disabled.'
  return gcpTransport(async (question, authorization) => {
    if (question.url === sdkTokenUrl) {
      const google = { ...service, name: 'Google', signIn: { rejectionCodes: [400], advice } }
      const { json, content } = await askJson(google, { ...question, url: key.token_uri }, tokenResponse)
      hide(json.access_token)
      return content
    }
    const { pathname, search } = new URL(question.url)
    const url = endpoint === undefined ? question.url : `${endpoint.replace(/\/+$/, '')}${pathname}${search}`
    const headers = [['authorization', authorization]] as const
    const { content } = await askJson({ ...service, name: 'Google Cloud', headers }, { ...question, url }, z.unknown())
    return content
  })
}

const unwrapCause = async <T>(response: Promise<T>): Promise<T> => {
  try {
    return await response
  } catch (error) {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error
  }
}

export interface GcpRequest {
  readonly url: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly body?: object
  readonly responseType?: 'json' | 'text'
}

export type RequestGcp = (request: GcpRequest) => Promise<unknown>

interface GcpAuth {
  readonly request: RequestGcp
  /** Renewed before it expires. */
  readonly token: () => Promise<string>
}

export const openGcpAuth = async ({ scope = readOnlyScope, ...options }: SignIn): Promise<GcpAuth> => {
  const key = parseKey(options.credentials)
  options.hide(key.private_key)
  const { JWT } = await import('google-auth-library')
  const auth = new JWT({
    email: key.client_email,
    key: key.private_key,
    scopes: [scope],
    additionalClaims: { aud: key.token_uri },
    ...createTransport(key, options),
  })
  await unwrapCause(auth.authorize())
  return {
    request: async ({ url, params, body, responseType = 'json' }) => {
      const request = { url, params, responseType, ...(body !== undefined && { method: 'POST' as const, data: body }) }
      const { data } = await unwrapCause(auth.request<unknown>(request))
      return data
    },
    token: async () => {
      const { token } = await unwrapCause(auth.getAccessToken())
      if (token == null) throw new Error('Google returned no token')
      return token
    },
  }
}

export const signInToGcp = async (options: SignIn): Promise<RequestGcp> => (await openGcpAuth(options)).request
