import { z } from 'zod'
import { signInToGcp, type GcpRequest } from '#relay/backend/clients/clouds/gcp-sign-in.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { GcpSpec } from './gcp-spec.ts'

export const pageSchema = z.looseObject({ nextPageToken: z.string().nullish() })
type Page = z.infer<typeof pageSchema>

const pagesMax = 1_000
const readCredentials = async ({ credentials, connection: reference }: GcpSpec, run: ScrapeContext) => {
  if (credentials !== undefined) return { text: await run.plain(credentials), insecureTls: false }
  if (reference === undefined || run.connection === undefined)
    throw new Error('Google Cloud needs credentials: set the key of a service account, or select a connection.')
  const { certificate = '', insecureTls } = await run.connection(reference)
  return { text: certificate, insecureTls }
}

export const createGcpApi = async (spec: GcpSpec, run: ScrapeContext) => {
  const { text, insecureTls } = await readCredentials(spec, run)
  const request = await signInToGcp({
    credentials: text,
    endpoint: spec.endpoint,
    tls: { insecure: spec.skipTLSVerify ?? insecureTls },
    signal: run.signal,
    hide: run.hide,
  })
  return { project: spec.project, request }
}

export type GcpApi = Awaited<ReturnType<typeof createGcpApi>>

export async function* listPages<T extends Page>(
  { request }: GcpApi,
  name: string,
  { params, body, ...list }: GcpRequest,
  schema: z.ZodType<T>,
): AsyncGenerator<T> {
  let token = ''
  for (let page = 0; page < pagesMax; page += 1) {
    const next = token === '' ? {} : { pageToken: token }
    const data = await request({
      ...list,
      ...(body === undefined ? { params: { ...params, ...next } } : { body: { ...body, ...next } }),
    })
    const read = schema.safeParse(data)
    if (!read.success) throw new ServiceError(200, 'Google Cloud returned an invalid response')
    yield read.data
    token = read.data.nextPageToken ?? ''
    if (token === '') return
  }
  throw new ServiceError(200, `Google Cloud returned more than ${pagesMax} pages of ${name}`)
}
