import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { gcpTransport } from '#relay/backend/clients/gcp-transport.ts'
import { askJson, ServiceFault } from '#relay/backend/clients/json-service.ts'
import type { TlsOptions } from '#relay/backend/clients/trusting-connector.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { GcpSpec } from './gcp-spec.ts'

export const pageSchema = z.looseObject({ nextPageToken: z.string().nullish() })
type Page = z.infer<typeof pageSchema>

const pagesMax = 1_000
/** Where the SDK asks for tokens, whatever the key says. */
const sdkTokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/cloud-platform.read-only'
const tokenAnswer = z.looseObject({ access_token: z.string().min(1) })
const keySchema = z.looseObject({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default(sdkTokenUrl),
})
type Key = z.infer<typeof keySchema>

const keyOf = (text: string): Key => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('The credentials are no JSON: they are the key of a service account, as Google Cloud hands it out')
  }
  const key = keySchema.safeParse(json)
  if (!key.success)
    throw new Error(
      `The credentials are no key of a service account: ${key.error.issues[0]?.path.join('.') || 'they'} cannot be used`,
    )
  try {
    createPrivateKey(key.data.private_key)
  } catch {
    throw new Error('The private key of the credentials cannot be read: it is a key in PKCS #8')
  }
  return key.data
}

const credentialsOf = async ({ credentials, connection: reference }: GcpSpec, run: ScrapeContext) => {
  if (credentials !== undefined) return { text: await run.plain(credentials), insecureTls: false }
  if (reference === undefined || run.connection === undefined)
    throw new Error('Google Cloud needs credentials: write the key of a service account, or choose a connection.')
  const { certificate = '', insecureTls } = await run.connection(reference)
  return { text: certificate, insecureTls }
}

/** What has the SDK's questions asked: for tokens where the key says, for everything else at the endpoint. */
const transportOf = (key: Key, endpoint: string | undefined, tls: TlsOptions, run: ScrapeContext) => {
  const service = { headers: [], tls, signal: run.signal }
  const advice = 'It takes a key of a service account that was not deleted or disabled.'
  return gcpTransport(async (question, authorization) => {
    if (question.url === sdkTokenUrl) {
      const google = { ...service, name: 'Google', signIn: { refusedBy: [400], advice } }
      const { json, content } = await askJson(google, { ...question, url: key.token_uri }, tokenAnswer)
      run.hide(json.access_token)
      return content
    }
    const { pathname, search } = new URL(question.url)
    const url = endpoint === undefined ? question.url : `${endpoint.replace(/\/+$/, '')}${pathname}${search}`
    const headers = [['authorization', authorization]] as const
    const { content } = await askJson({ ...service, name: 'Google Cloud', headers }, { ...question, url }, z.unknown())
    return content
  })
}

/** What the SDK rejects with has what `transportOf` rejected with as its cause. */
const unwrapped = async <T>(answered: Promise<T>): Promise<T> => {
  try {
    return await answered
  } catch (error) {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error
  }
}

/** Loads the SDK and signs in as a service account: its clients for a project, whose lists are read by `pagesOf`. */
export const gcpApiOf = async (given: GcpSpec, run: ScrapeContext) => {
  const { text, insecureTls } = await credentialsOf(given, run)
  const key = keyOf(text)
  run.hide(key.private_key)
  const [{ JWT }, { compute }, { storage }, { container }, { sqladmin }, { logging }] = await Promise.all([
    import('google-auth-library'),
    import('@googleapis/compute'),
    import('@googleapis/storage'),
    import('@googleapis/container'),
    import('@googleapis/sqladmin'),
    import('@googleapis/logging'),
  ])
  const auth = new JWT({
    email: key.client_email,
    key: key.private_key,
    scopes: [scope],
    additionalClaims: { aud: key.token_uri },
    ...transportOf(key, given.endpoint, { insecure: given.skipTLSVerify ?? insecureTls }, run),
  })
  await unwrapped(auth.authorize())
  // Otherwise the environment says which cloud of Google's it is.
  const options = { auth, universeDomain: 'googleapis.com' }
  return {
    project: given.project,
    compute: compute({ ...options, version: 'v1' }),
    storage: storage({ ...options, version: 'v1' }),
    container: container({ ...options, version: 'v1' }),
    sqladmin: sqladmin({ ...options, version: 'v1' }),
    logging: logging({ ...options, version: 'v2' }),
  }
}

export type GcpApi = Awaited<ReturnType<typeof gcpApiOf>>

/** Asks the SDK for one page of a list. */
export type Ask = (page: { readonly pageToken?: string }) => Promise<{ readonly data: unknown }>

/** Page by page, as each says where the next begins; `what` is the list, for messages. Rejects with ServiceFault. */
export async function* pagesOf<T extends Page>(what: string, ask: Ask, schema: z.ZodType<T>): AsyncGenerator<T> {
  let token = ''
  for (let page = 0; page < pagesMax; page += 1) {
    const { data } = await unwrapped(ask(token === '' ? {} : { pageToken: token }))
    const read = schema.safeParse(data)
    if (!read.success) throw new ServiceFault(200, 'Google Cloud answered something else than was asked')
    yield read.data
    token = read.data.nextPageToken ?? ''
    if (token === '') return
  }
  throw new ServiceFault(200, `Google Cloud has more than ${pagesMax} pages of ${what}`)
}
