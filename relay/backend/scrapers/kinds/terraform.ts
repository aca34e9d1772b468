import { basename } from 'node:path'
import { z } from 'zod'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import { s3ClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { bucketAddress, ofConnection } from '#relay/backend/clients/clouds/aws-connection.ts'
import { getBucket, findEndpoint } from '#relay/backend/clients/run/connection-address.ts'
import { signInToGcp } from '#relay/backend/clients/clouds/gcp-sign-in.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import { http } from '#relay/backend/scrapers/kinds/http.ts'
import type { Found, FoundText, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { parseStateItems } from './terraform/state-items.ts'

const stateMax = 32 * 1024 * 1024

const path = z.string().min(1)
const bucketSchema = z.strictObject({
  connection: z.string().startsWith('connection://', 'must be a connection, such as connection://default/states'),
  bucket: z.string().optional(),
  objectPath: z.string().min(1),
})
const spec = z.strictObject({
  state: z
    .strictObject({
      local: z.union([path.transform((one) => [one]), z.array(path).min(1)]).optional(),
      http: http.spec.optional(),
      s3: bucketSchema.optional(),
      gcs: bucketSchema.optional(),
    })
    .refine(
      ({ local, http: web, s3, gcs }) => [local, web, s3, gcs].filter((source) => source !== undefined).length === 1,
      'needs exactly one of local, http, s3 and gcs',
    ),
})
type TerraformSpec = z.infer<typeof spec>

const toName = (location: string): string =>
  basename(location.replace(/[?#].*$/, '')).replace(/\.(tfstate|json)$/, '') || location

const asState = (found: FoundText): FoundText => {
  const { source } = found.known
  const sourceLabel = source ?? 'The state'
  return {
    ...found,
    format: 'json',
    known: { source },
    read: (document) => parseStateItems(document, { source: source ?? undefined, name: toName(sourceLabel) }),
  }
}

type Bucket = z.infer<typeof bucketSchema>

const resolveConnection = async (reference: string, run: ScrapeContext): Promise<ClientConnection> => {
  if (run.connection === undefined) throw new Error(`${reference} cannot be used here`)
  const connection = await run.connection(reference)
  for (const text of connection.secrets) run.hide(text)
  return connection
}

const toObjectKey = ({ objectPath }: Bucket): string => objectPath.split('/').filter(Boolean).join('/')

async function* inS3(location: Bucket, run: ScrapeContext): AsyncGenerator<FoundText> {
  const connection = await resolveConnection(location.connection, run)
  const { S3Client, GetObjectCommand } = await import('@aws-sdk/client-s3')
  const client = new S3Client(
    s3ClientOptions(ofConnection(connection, { maxResponseBytes: stateMax, signal: run.signal })),
  )
  const Bucket = getBucket(connection, location.bucket)
  const Key = toObjectKey(location)
  const { Body: body } = await client.send(new GetObjectCommand({ Bucket, Key }))
  const text = (await body?.transformToString()) ?? ''
  const url = bucketAddress(connection, Bucket, Key.split('/').map(encodeURIComponent).join('/'))
  yield { kind: 'text', text, known: { source: shownAddress(url) } }
}

async function* inGcs(location: Bucket, run: ScrapeContext): AsyncGenerator<FoundText> {
  const connection = await resolveConnection(location.connection, run)
  const { certificate: credentials = '', insecureTls } = connection
  const request = await signInToGcp({
    credentials,
    endpoint: findEndpoint(connection),
    tls: { insecure: insecureTls },
    signal: run.signal,
    hide: run.hide,
  })
  const bucket = getBucket(connection, location.bucket)
  const object = toObjectKey(location)
  const data = await request({
    url: `https://storage.googleapis.com/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(object)}`,
    params: { alt: 'media' },
    responseType: 'text',
  })
  yield { kind: 'text', text: z.string().parse(data), known: { source: `gs://${bucket}/${object}` } }
}

const readTexts = ({ local, http: web, s3, gcs }: TerraformSpec['state'], run: ScrapeContext): AsyncIterable<Found> => {
  if (web !== undefined) return http.scrape(web, run)
  if (s3 !== undefined) return inS3(s3, run)
  return gcs === undefined ? filesIn({ paths: local ?? [] }, run) : inGcs(gcs, run)
}

export const terraform: ScraperType<TerraformSpec> = {
  key: 'terraform',
  spec,
  defaultType: 'Terraform::State',
  describeEndpoint: ({ state: { local = [], http: web, s3, gcs } }) => {
    if (web !== undefined) return http.describeEndpoint(web)
    const { connection, bucket, objectPath } = s3 ?? gcs ?? {}
    return connection === undefined ? local.join(', ') : [connection, bucket, objectPath].filter(Boolean).join(' ')
  },
  async *scrape({ state }, run) {
    for await (const found of readTexts(state, run)) yield found.kind === 'text' ? asState(found) : found
  },
}
