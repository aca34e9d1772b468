import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import { openAwsAccess } from '#relay/backend/clients/clouds/aws-access.ts'
import { s3ClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { bucketAddress, ofConnection } from '#relay/backend/clients/clouds/aws-connection.ts'
import { awsSignIn, hasWholeKey, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import { gcpSignIn } from '#relay/backend/clients/clouds/gcp-fields.ts'
import { signInToGcp } from '#relay/backend/clients/clouds/gcp-sign-in.ts'
import { findEndpoint, getBucket } from '#relay/backend/clients/run/connection-address.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import type { FoundText, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'

const stateMax = 32 * 1024 * 1024
const statesMax = 1_000

const connection = z
  .string()
  .startsWith('connection://', 'must be a connection, such as connection://default/states')
  .optional()
const bucket = z.string().optional()
/** `*` stands for any characters. Without it, all states of the bucket are read. */
const objectPath = z.string().min(1).optional()

export const s3Location = z
  .strictObject({ ...awsSignIn, connection, bucket, objectPath, usePathStyle: booleanField.optional() })
  .refine(hasWholeKey, wholeKey)
  .refine(({ connection: reference, accessKey }) => (reference ?? accessKey) !== undefined, {
    message: 'needs connection, or accessKey and secretKey',
  })
export const gcsLocation = z
  .strictObject({ ...gcpSignIn, connection, bucket, objectPath })
  .refine(({ connection: reference, credentials }) => (reference ?? credentials) !== undefined, {
    message: 'needs connection, or credentials',
  })

interface Location {
  readonly bucket?: string | undefined
  readonly objectPath?: string | undefined
}

const noConnection: ClientConnection = {
  url: '',
  username: '',
  password: '',
  insecureTls: false,
  properties: {},
  secrets: [],
}

const openConnection = async (reference: string | undefined, run: ScrapeContext): Promise<ClientConnection> => {
  if (reference !== undefined && run.connection === undefined) throw new Error(`${reference} cannot be used here`)
  return (await loadConnection(reference, run)) ?? noConnection
}

/** What the location itself says replaces the fields of its connection. */
const openS3Account = async (location: z.infer<typeof s3Location>, run: ScrapeContext): Promise<ClientConnection> => {
  const stored = await openConnection(location.connection, run)
  const { access, region } = await openAwsAccess(location, location.region, run)
  const { accessKey, secretKey, sessionToken } = access.key
  return {
    ...stored,
    url: access.endpoint ?? '',
    username: accessKey,
    password: secretKey,
    insecureTls: access.insecureTls,
    properties: { ...stored.properties, region, ...(sessionToken !== undefined && { sessionToken }) },
  }
}

const withoutSlashes = (path: string): string => path.split('/').filter(Boolean).join('/')

/** Undefined for a pattern. */
const findObject = ({ objectPath: path }: Location): string | undefined =>
  path === undefined || path.includes('*') ? undefined : withoutSlashes(path)

const isState = (name: string, { objectPath: path }: Location): boolean =>
  path === undefined ? name.endsWith('.tfstate') : matchesGlob(withoutSlashes(path), name)

const assertFew = (names: readonly string[], where: string): void => {
  if (names.length > statesMax)
    throw new Error(`${where} has more than ${statesMax} states. Narrow them with objectPath, such as prod/*.tfstate`)
}

export async function* inS3(location: z.infer<typeof s3Location>, run: ScrapeContext): AsyncGenerator<FoundText> {
  const account = await openS3Account(location, run)
  const { S3Client, GetObjectCommand, paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
  const options = s3ClientOptions(ofConnection(account, { maxResponseBytes: stateMax, signal: run.signal }))
  const client = new S3Client({ ...options, forcePathStyle: location.usePathStyle ?? options.forcePathStyle })
  const Bucket = getBucket(account, location.bucket)
  const listNames = async (): Promise<string[]> => {
    const names: string[] = []
    for await (const { Contents: objects = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      names.push(...objects.flatMap(({ Key: name }) => (name !== undefined && isState(name, location) ? [name] : [])))
      assertFew(names, Bucket)
    }
    return names
  }
  const named = findObject(location)
  for (const Key of named === undefined ? await listNames() : [named]) {
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    const text = (await body?.transformToString()) ?? ''
    const url = bucketAddress(account, Bucket, Key.split('/').map(encodeURIComponent).join('/'))
    yield { kind: 'text', text, known: { source: shownAddress(url) } }
  }
}

const objectPage = z.looseObject({
  items: z.array(z.looseObject({ name: z.string() })).nullish(),
  nextPageToken: z.string().nullish(),
})

export async function* inGcs(location: z.infer<typeof gcsLocation>, run: ScrapeContext): AsyncGenerator<FoundText> {
  const stored = await openConnection(location.connection, run)
  const { credentials, endpoint, skipTLSVerify } = location
  const request = await signInToGcp({
    credentials: credentials === undefined ? (stored.certificate ?? '') : await run.secret(credentials),
    endpoint: endpoint ?? findEndpoint(stored),
    tls: { insecure: skipTLSVerify ?? stored.insecureTls },
    signal: run.signal,
    hide: run.hide,
  })
  const name = getBucket(stored, location.bucket)
  const base = `https://storage.googleapis.com/storage/v1/b/${encodeURIComponent(name)}/o`
  const listNames = async (): Promise<string[]> => {
    const names: string[] = []
    let pageToken: string | undefined
    do {
      const params = { fields: 'items(name),nextPageToken', ...(pageToken !== undefined && { pageToken }) }
      const { items, nextPageToken } = objectPage.parse(await request({ url: base, params }))
      names.push(...(items ?? []).flatMap((each) => (isState(each.name, location) ? [each.name] : [])))
      assertFew(names, name)
      pageToken = nextPageToken ?? undefined
    } while (pageToken !== undefined && pageToken !== '')
    return names
  }
  const named = findObject(location)
  for (const object of named === undefined ? await listNames() : [named]) {
    const data = await request({
      url: `${base}/${encodeURIComponent(object)}`,
      params: { alt: 'media' },
      responseType: 'text',
    })
    yield { kind: 'text', text: z.string().parse(data), known: { source: `gs://${name}/${object}` } }
  }
}
