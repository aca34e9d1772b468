import { basename } from 'node:path'
import { z } from 'zod'
import { s3ClientOptions } from '#relay/backend/clients/aws-client.ts'
import { bucketAddress, bucketOf, ofConnection } from '#relay/backend/clients/aws-connection.ts'
import { shownAddress } from '#relay/backend/clients/target.ts'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import { http } from '#relay/backend/scrapers/kinds/http.ts'
import type { Found, FoundText, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { itemsOfState } from './terraform/state-items.ts'

const stateMax = 32 * 1024 * 1024

const path = z.string().min(1)
const unavailable = z
  .unknown()
  .optional()
  .refine((value) => value === undefined, 'is not available here: use local, http, or s3')
const s3Schema = z.strictObject({
  connection: z.string().startsWith('connection://', 'must be a connection, such as connection://default/states'),
  /** The connection's own, where it is left out. */
  bucket: z.string().optional(),
  objectPath: z.string().min(1),
})
const spec = z.strictObject({
  state: z
    .strictObject({
      local: z.union([path.transform((one) => [one]), z.array(path).min(1)]).optional(),
      http: http.spec.optional(),
      s3: s3Schema.optional(),
      gcs: unavailable,
    })
    .refine(
      ({ local, http: web, s3 }) => [local, web, s3].filter((source) => source !== undefined).length === 1,
      'needs exactly one of local, http and s3',
    ),
})
type TerraformSpec = z.infer<typeof spec>

const nameOf = (place: string): string =>
  basename(place.replace(/[?#].*$/, '')).replace(/\.(tfstate|json)$/, '') || place

/** A text as a state, whose items are known by what the state itself says. */
const asState = (found: FoundText): FoundText => {
  const { source } = found.known
  const place = source ?? 'The state'
  return {
    ...found,
    format: 'json',
    known: { source },
    read: (document) => itemsOfState(document, { source: source ?? undefined, name: nameOf(place) }),
  }
}

async function* inBucket({ connection: reference, bucket, objectPath }: z.infer<typeof s3Schema>, run: ScrapeContext) {
  if (run.connection === undefined) throw new Error(`${reference} cannot be read here`)
  const connection = await run.connection(reference)
  for (const text of connection.secrets) run.hide(text)
  const { S3Client, GetObjectCommand } = await import('@aws-sdk/client-s3')
  const client = new S3Client(s3ClientOptions(ofConnection(connection, { answerMax: stateMax, signal: run.signal })))
  const Bucket = bucketOf(connection, bucket)
  const Key = objectPath.split('/').filter(Boolean).join('/')
  const { Body: body } = await client.send(new GetObjectCommand({ Bucket, Key }))
  const text = (await body?.transformToString()) ?? ''
  const url = bucketAddress(connection, Bucket, Key.split('/').map(encodeURIComponent).join('/'))
  yield { kind: 'text', text, known: { source: shownAddress(url) } } satisfies FoundText
}

const textsOf = ({ local, http: web, s3 }: TerraformSpec['state'], run: ScrapeContext): AsyncIterable<Found> => {
  if (web !== undefined) return http.scrape(web, run)
  return s3 === undefined ? filesIn({ paths: local ?? [] }, run) : inBucket(s3, run)
}

/** The resources of Terraform states: of files of this machine, of an address, or of an object in a bucket. */
export const terraform: ScraperType<TerraformSpec> = {
  key: 'terraform',
  spec,
  defaultType: 'Terraform::State',
  endpointOf: ({ state: { local, http: web, s3 } }) => {
    if (web !== undefined) return http.endpointOf(web)
    return s3 === undefined
      ? (local ?? []).join(', ')
      : [s3.connection, s3.bucket, s3.objectPath].filter(Boolean).join(' ')
  },
  async *scrape({ state }, run) {
    for await (const found of textsOf(state, run)) yield found.kind === 'text' ? asState(found) : found
  },
}
