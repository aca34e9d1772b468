import { exportPKCS8, generateKeyPair } from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import type { TestServer } from '#relay/testing/servers.ts'
import { startSsh } from '#relay/testing/ssh-server.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { droppingServers, standIns } from '#tests/fixtures/stand-in.ts'

const services = standIns()
const hour = 3_600_000
const toTime = (ageMs: number) => new Date(Date.now() - ageMs).toISOString()
const noResponse = { pass: false, message: 'No response within 300 ms.' }
const lost = { pass: false, message: expect.stringMatching(/closed the connection|reset|not as long as/) as string }

const startDropping = droppingServers()

interface StoredObject {
  readonly key: string
  readonly size: number
  readonly ageMs: number
}
const key = { accessKey: 'AKIAOFTHEACCOUNT', secretKey: 'secret-key-of-the-account' }
const objects: readonly StoredObject[] = [
  { key: 'nightly/', size: 0, ageMs: 900 * hour },
  { key: 'nightly/new.dump', size: 1_000, ageMs: hour },
  { key: `nightly/old-${key.secretKey}.dump`, size: 3_000, ageMs: 50 * hour },
  { key: 'nightly/parts/1.dump', size: 10, ageMs: 2 * hour },
  { key: 'nightly2/other.dump', size: 10, ageMs: hour },
]

/** One object per page, as S3 and Google Cloud Storage list keys: with a prefix, a delimiter and tokens of pages. */
const listPage = (prefix: string, delimiter: string | null, token: string | null) => {
  const matching = objects.filter((object) => object.key.startsWith(prefix))
  const isInFolder = ({ key: name }: StoredObject) =>
    delimiter !== null && name.slice(prefix.length).includes(delimiter)
  const folders = matching
    .filter((object) => isInFolder(object))
    .map((object) => object.key.slice(0, object.key.indexOf('/', prefix.length) + 1))
  const found = matching.filter((object) => !isInFolder(object))
  const at = Number(token ?? 0)
  return {
    page: found.slice(at, at + 1),
    folders: at === 0 ? [...new Set(folders)] : [],
    next: at + 1 < found.length ? String(at + 1) : undefined,
  }
}

const judges = (path: string, access: object) => ({
  check: async (spec: object, context: Parameters<typeof runCheckType>[2] = {}) =>
    runCheckType('folder', { path, ...access, ...spec }, context),
})

const listings = (scheme: string) => [
  [
    {},
    {
      pass: true,
      message: `${scheme}://shop/nightly contains 2 files, 3.9K`,
      details: {
        count: 2,
        newest: { name: 'new.dump', size: 1_000 },
        largest: { name: 'old-***.dump' },
        availableSize: null,
      },
    },
  ],
  [{ recursive: true }, { details: { count: 3, smallest: { name: 'parts/1.dump' } } }],
  [{ path: `${scheme}://shop` }, { pass: true, details: { count: 0 } }],
  [{ path: `${scheme}://shop/nightly/new.dump` }, { details: { count: 1 } }],
  [
    { maxAge: '1d', filter: { regex: 'old' } },
    {
      pass: false,
      message: `${scheme}://shop/nightly: expected no file older than 1d, but old-***.dump is 2d2h old.`,
    },
  ],
  [{ path: `${scheme}://shop/night` }, { pass: false, message: `${scheme}://shop/night does not exist.` }],
]

const xml = (code: number, body: string) => ({ code, headers: { 'content-type': 'text/xml' }, body })

const startS3 = async () => {
  const service = await services.start((request) => {
    const errorCode = findSignatureError(request, key)
    if (errorCode !== undefined) return xml(403, `<Error><Code>${errorCode}</Code></Error>`)
    if (request.path.startsWith('/hanging')) return undefined
    if (!/^\/shop\/?$/.test(request.path)) return xml(404, '<Error><Code>NoSuchBucket</Code></Error>')
    const { query } = request
    const { page, folders, next } = listPage(
      query.get('prefix') ?? '',
      query.get('delimiter'),
      query.get('continuation-token'),
    )
    const contents = page.map(
      ({ key: name, size, ageMs }) =>
        `<Contents><Key>${name}</Key><Size>${size}</Size><LastModified>${toTime(ageMs)}</LastModified></Contents>`,
    )
    const prefixes = folders.map((prefix) => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`)
    const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    return xml(
      200,
      `<ListBucketResult><KeyCount>${page.length}</KeyCount>${contents.join('')}${prefixes.join('')}${token}</ListBucketResult>`,
    )
  })
  return {
    endpoint: service.url,
    accessKey: key.accessKey,
    secretKey: { value: key.secretKey },
    region: 'eu-west-1',
  }
}

describe('a folder in S3', () => {
  test('is listed page by page and judged', async () => {
    const { check } = judges('s3://shop/nightly', { awsConnection: await startS3() })
    for (const [spec = {}, result = {}] of listings('s3')) expect(await check(spec)).toMatchObject(result)
  })

  test('uses the key of a connection', async () => {
    const { endpoint: url } = await startS3()
    const resolveConnection = async () => ({
      url,
      username: key.accessKey,
      password: key.secretKey,
      insecureTls: false,
      properties: { region: 'eu-west-1' },
      secrets: [key.secretKey],
    })
    const spec = { path: 's3://shop/nightly', awsConnection: { connection: 'connection://s3' } }
    expect(await runCheckType('folder', spec, { resolveConnection })).toMatchObject({ pass: true })
  })

  test('reports missing credentials, a wrong key, a missing bucket, no response and a lost connection', async () => {
    const access = await startS3()
    const { check } = judges('s3://shop/nightly', { awsConnection: access })
    expect(await check({ awsConnection: {} })).toMatchObject({
      message: 'AWS needs credentials: set accessKey and secretKey, or select a connection.',
    })
    expect(await check({ awsConnection: { ...access, secretKey: { value: 'wrong' } } })).toMatchObject({
      pass: false,
      message: 'S3 in eu-west-1 responded with 403: the secret key is wrong.',
    })
    expect(await check({ path: 's3://none/x' })).toMatchObject({
      message: 'S3 in eu-west-1 responded with 404: the bucket does not exist.',
    })
    expect(await check({ path: 's3://hanging/x' }, { timeoutMs: 300 })).toMatchObject(noResponse)
    expect(await check({ awsConnection: { ...access, endpoint: await startDropping() } })).toMatchObject(lost)
  })
})

describe('a folder in Google Cloud Storage', () => {
  let credentials = ''
  const token = 'token-of-google'
  const start = async () => {
    const google = await services.start(({ path, query, headers }) => {
      if (path === '/token') return { body: { access_token: token, expires_in: 3_599 } }
      if (headers.authorization !== `Bearer ${token}`) return { code: 401, body: {} }
      if (path === '/storage/v1/b/hanging/o') return undefined
      if (path !== '/storage/v1/b/shop/o')
        return { code: 404, body: { error: { code: 404, message: `No bucket, ${token}` } } }
      const { page, folders, next } = listPage(
        query.get('prefix') ?? '',
        query.get('delimiter'),
        query.get('pageToken'),
      )
      const items = page.map(({ key: name, size, ageMs }) => ({ name, size: String(size), updated: toTime(ageMs) }))
      return { body: { kind: 'storage#objects', items, prefixes: folders, nextPageToken: next } }
    })
    return {
      endpoint: google.url,
      credentials: { value: credentials.replace('TOKEN_URI', `${google.url}/token`) },
    }
  }
  beforeAll(async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    credentials = JSON.stringify({
      type: 'service_account',
      client_email: 'reader@shop.iam.test',
      private_key: await exportPKCS8(privateKey),
      token_uri: 'TOKEN_URI',
    })
  })

  test('is listed page by page and judged', async () => {
    const { check } = judges('gcs://shop/nightly', { gcpConnection: await start() })
    const mask = new Mask()
    mask.hide(key.secretKey)
    for (const [spec = {}, result = {}] of listings('gcs')) expect(await check(spec, { mask })).toMatchObject(result)
  })

  test('reports missing credentials, a missing bucket, no response and a lost connection', async () => {
    const access = await start()
    const { check } = judges('gs://shop/nightly', { gcpConnection: access })
    expect(await check({ gcpConnection: {} })).toMatchObject({
      message:
        'Google Cloud needs credentials: set gcpConnection.credentials to the key of a service account, or gcpConnection.connection.',
    })
    expect(await check({ path: 'gs://none/x' })).toMatchObject({
      pass: false,
      message: 'Google Cloud responded with 404: No bucket, ***.',
    })
    expect(await check({ path: 'gs://hanging/x' }, { timeoutMs: 300 })).toMatchObject(noResponse)
    expect(await check({ gcpConnection: { ...access, endpoint: await startDropping() } })).toMatchObject(lost)
  })
})

describe('a folder over SFTP', () => {
  let server: TestServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  const start = async () => {
    const modifiedMs = Date.now() - 50 * hour
    server = await startSsh(
      { password: 'right-password' },
      {
        '/drop': {
          'new.csv': { size: 1_000, modifiedMs: Date.now() - hour },
          'old right-password.csv': { size: 3_000, modifiedMs },
          inner: undefined,
          link: 'link',
        },
        '/drop/inner': { 'deep.csv': { size: 10, modifiedMs } },
        '/denied': 'denied',
        '/hanging': 'hang',
        '/dropping': 'drop',
      },
    )
    const { port } = server
    return { host: '127.0.0.1', port, username: 'ann', password: { value: 'right-password' } }
  }

  test('is listed and judged, and its host key is shown', async () => {
    const access = await start()
    const { check } = judges('/drop', { sftpConnection: access })
    expect(await check({})).toMatchObject({
      pass: true,
      message: '/drop contains 3 files, 3.9K',
      details: {
        newest: { name: 'new.csv' },
        largest: { name: 'old ***.csv' },
        smallest: { name: 'link', size: 5 },
        hostKey: expect.stringMatching(/^SHA256:/) as string,
      },
    })
    expect(await check({ recursive: true })).toMatchObject({ details: { count: 4 } })
    expect(await check({ path: '/drop/new.csv' })).toMatchObject({ details: { count: 1 } })
    expect(await check({ path: `sftp://127.0.0.1:${access.port}/drop`, minCount: 4 })).toMatchObject({
      pass: false,
      message: expect.stringMatching(/drop: expected at least 4 files, found 3\.$/) as string,
    })
    expect(await check({ path: '/nowhere' })).toMatchObject({ pass: false, message: '/nowhere does not exist.' })
    expect(await check({ path: '/denied' })).toMatchObject({ message: '/denied cannot be read: permission denied.' })
  })

  test('uses the server and password of a connection', async () => {
    const { port } = await start()
    const resolveConnection = async () => ({
      url: '127.0.0.1',
      username: 'ann',
      password: 'right-password',
      insecureTls: false,
      properties: { port: String(port) },
      secrets: ['right-password'],
    })
    const spec = { path: '/drop', sftpConnection: { connection: 'connection://drop' } }
    expect(await runCheckType('folder', spec, { resolveConnection })).toMatchObject({ pass: true })
  })

  test('reports a missing host, a wrong password, no response and a lost connection', async () => {
    const access = await start()
    const { check } = judges('/drop', { sftpConnection: access })
    expect(await check({ sftpConnection: {} })).toMatchObject({
      message: 'SFTP needs a host: set sftpConnection.host, or a path such as sftp://host/folder.',
    })
    expect(await check({ sftpConnection: { ...access, password: 'wrong' } })).toMatchObject({
      pass: false,
      message: 'Authentication failed: wrong user name, password or key.',
    })
    expect(await check({ path: '/hanging' }, { timeoutMs: 300 })).toMatchObject(noResponse)
    expect(await check({ path: '/dropping' })).toMatchObject(lost)
  })
})
