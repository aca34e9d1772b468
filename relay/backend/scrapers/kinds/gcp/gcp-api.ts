import { z } from 'zod'
import { signedInToGcp, unwrapped } from '#relay/backend/clients/gcp-sign-in.ts'
import { ServiceFault } from '#relay/backend/clients/json-service.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { GcpSpec } from './gcp-spec.ts'

export const pageSchema = z.looseObject({ nextPageToken: z.string().nullish() })
type Page = z.infer<typeof pageSchema>

const pagesMax = 1_000
const credentialsOf = async ({ credentials, connection: reference }: GcpSpec, run: ScrapeContext) => {
  if (credentials !== undefined) return { text: await run.plain(credentials), insecureTls: false }
  if (reference === undefined || run.connection === undefined)
    throw new Error('Google Cloud needs credentials: write the key of a service account, or choose a connection.')
  const { certificate = '', insecureTls } = await run.connection(reference)
  return { text: certificate, insecureTls }
}

/** Loads the SDK and signs in as a service account: its clients for a project, whose lists are read by `pagesOf`. */
export const gcpApiOf = async (given: GcpSpec, run: ScrapeContext) => {
  const { text, insecureTls } = await credentialsOf(given, run)
  const [options, { compute }, { storage }, { container }, { sqladmin }, { logging }] = await Promise.all([
    signedInToGcp({
      credentials: text,
      endpoint: given.endpoint,
      tls: { insecure: given.skipTLSVerify ?? insecureTls },
      signal: run.signal,
      hide: run.hide,
    }),
    import('@googleapis/compute'),
    import('@googleapis/storage'),
    import('@googleapis/container'),
    import('@googleapis/sqladmin'),
    import('@googleapis/logging'),
  ])
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
