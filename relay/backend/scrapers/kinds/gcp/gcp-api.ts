import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { askJson, ServiceFault, type JsonAnswer } from '#relay/backend/clients/json-service.ts'
import type { TlsOptions } from '#relay/backend/clients/trusting-connector.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { GcpSpec } from './gcp-spec.ts'

type GcpService = 'compute' | 'storage' | 'container' | 'sqladmin' | 'logging'

/** A project, asked by service and path. Rejects with ServiceFault. */
export interface GcpApi {
  readonly project: string
  /** All of a list, a page at a time. */
  pages<T extends Page>(
    service: GcpService,
    path: string,
    query: Readonly<Record<string, string>>,
    schema: z.ZodType<T>,
  ): AsyncIterable<T>
  /** The same of a list that is asked for by what is posted. */
  posted<T extends Page>(service: GcpService, path: string, question: object, schema: z.ZodType<T>): AsyncIterable<T>
}

export const pageSchema = z.looseObject({ nextPageToken: z.string().nullish() })
type Page = z.infer<typeof pageSchema>

const pagesMax = 1_000
const scope = 'https://www.googleapis.com/auth/cloud-platform.read-only'
const tokenAnswer = z.looseObject({ access_token: z.string().min(1) })
const keySchema = z.looseObject({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
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
  if (key.success) return key.data
  throw new Error(
    `The credentials are no key of a service account: ${key.error.issues[0]?.path.join('.') || 'they'} cannot be used`,
  )
}

/** A statement of the service account that it is itself, signed with its key. */
const assertionOf = async ({ client_email: email, private_key: text, private_key_id: kid, token_uri: uri }: Key) => {
  let key: Awaited<ReturnType<typeof importPKCS8>>
  try {
    key = await importPKCS8(text, 'RS256')
  } catch {
    throw new Error('The private key of the credentials cannot be read: it is a key in PKCS #8')
  }
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(kid !== undefined && { kid }) })
    .setIssuer(email)
    .setAudience(uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
}

const signedIn = async (key: Key, tls: TlsOptions, run: ScrapeContext): Promise<string> => {
  const { json } = await askJson(
    {
      name: 'Google',
      headers: [],
      tls,
      signal: run.signal,
      signIn: { refusedBy: [400], advice: 'It takes a key of a service account that was not deleted or disabled.' },
    },
    {
      url: key.token_uri,
      form: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await assertionOf(key),
      }),
    },
    tokenAnswer,
  )
  run.hide(json.access_token)
  return json.access_token
}

const credentialsOf = async ({ credentials, connection: reference }: GcpSpec, run: ScrapeContext) => {
  if (credentials !== undefined) return { text: await run.plain(credentials), insecureTls: false }
  if (reference === undefined || run.connection === undefined)
    throw new Error('Google Cloud needs credentials: write the key of a service account, or choose a connection.')
  const { certificate = '', insecureTls } = await run.connection(reference)
  return { text: certificate, insecureTls }
}

/** Page by page, as each says where the next begins. */
async function* paged<T extends Page>(path: string, ask: (token: string) => Promise<JsonAnswer<T>>) {
  let token = ''
  for (let page = 0; page < pagesMax; page += 1) {
    const { json } = await ask(token)
    yield json
    token = json.nextPageToken ?? ''
    if (token === '') return
  }
  throw new ServiceFault(200, `Google Cloud has more than ${pagesMax} pages of ${path}`)
}

/** Signs in as a service account. */
export const gcpApiOf = async (given: GcpSpec, run: ScrapeContext): Promise<GcpApi> => {
  const { text, insecureTls } = await credentialsOf(given, run)
  const key = keyOf(text)
  run.hide(key.private_key)
  const tls = { insecure: given.skipTLSVerify ?? insecureTls }
  const service = {
    name: 'Google Cloud',
    headers: [['authorization', `Bearer ${await signedIn(key, tls, run)}`]],
    tls,
    signal: run.signal,
  } as const
  const urlOf = (name: GcpService, path: string) =>
    `${(given.endpoint ?? `https://${name}.googleapis.com`).replace(/\/+$/, '')}${path}`
  return {
    project: given.project,
    pages: (name, path, query, schema) =>
      paged(path, (token) => {
        const asked = new URLSearchParams({ ...query, ...(token !== '' && { pageToken: token }) })
        return askJson(service, { url: `${urlOf(name, path)}?${asked.toString()}` }, schema)
      }),
    posted: (name, path, question, schema) =>
      paged(path, (token) => {
        const json = { ...question, ...(token !== '' && { pageToken: token }) }
        return askJson(service, { url: urlOf(name, path), json }, schema)
      }),
  }
}
