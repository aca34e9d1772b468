import { exportPKCS8, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns } from '#tests/fixtures/stand-in.ts'

const { database, scrapers, start, started, put, at } = scrapingTests()
const services = standIns()
const scraping = (spec: string) => start({ 'one.yaml': scraperDocument('one', spec) })

const state = (size: string) => ({
  version: 4,
  serial: 1,
  lineage: 'shop',
  resources: [
    { mode: 'managed', type: 'aws_vpc', name: 'main', instances: [{ attributes: { id: 'vpc-1' } }] },
    {
      mode: 'managed',
      type: 'aws_instance',
      name: 'web',
      instances: [{ attributes: { size, password: 'very-KEPT' }, dependencies: ['aws_vpc.main'] }],
    },
  ],
})

test('states in files become items with dependencies and changes, without secrets [CAT-19]', async () => {
  await put('shop.tfstate', state('small'))
  await scraping(`  terraform: [{ state: { local: '${at()}/*.tfstate' } }]\n`)
  expect((await scrapers.run('one')).errors).toEqual([])
  expect((await scrapers.items()).map(({ type, name }) => `${type} ${name}`)).toEqual([
    'Terraform::State shop',
    'Terraform::aws_instance aws_instance.web',
    'Terraform::aws_vpc aws_vpc.main',
  ])
  const web = await scrapers.item('aws_instance.web')
  const vpc = await scrapers.item('aws_vpc.main')
  expect(
    await scrapers.read('config_relationships?select=config_id,related_id,relation&relation=eq.DependsOn'),
  ).toEqual([{ config_id: web?.id, related_id: vpc?.id, relation: 'DependsOn' }])
  await put('shop.tfstate', state('large'))
  await scrapers.run('one')
  const changes = await scrapers.changes(web?.id ?? '')
  expect(changes).toMatchObject([{ change_type: 'diff', diff: expect.stringContaining('large') }])
  expect(JSON.stringify([await scrapers.items(), changes])).not.toContain('KEPT')
})

test('an invalid or missing state is an error without its content, and known items stay', async () => {
  await put('shop.tfstate', state('small'))
  await scraping(`  terraform: [{ state: { local: '${at('shop.tfstate')}' } }]\n`)
  await scrapers.run('one')
  await put('shop.tfstate', JSON.stringify(state('small')).slice(0, -20))
  const { errors } = await scrapers.run('one')
  expect(errors).toHaveLength(1)
  expect(errors.join(' ')).not.toContain('KEPT')
  await put('shop.tfstate', { version: 3, modules: [] })
  expect((await scrapers.run('one')).errors).toEqual([
    expect.stringContaining('shop is not a Terraform state of version 4'),
  ])
  expect(await scrapers.items()).toHaveLength(3)
})

/** Holds one object, readable with the given key. */
const startBucket = (
  key: { readonly accessKey: string; readonly secretKey: string },
  object: string,
): Promise<TestServer> =>
  startHttp(({ method = '', url = '', headers }, response) => {
    const [path] = url.split('?', 1)
    const signatureError = findSignatureError({ method, url, headers, body: '' }, key)
    const names = ['prod (eu)/shop.tfstate', 'prod (eu)/notes.txt', 'test/shop.tfstate']
    if (signatureError === undefined && url.includes('list-type=2'))
      response.end(
        `<ListBucketResult><IsTruncated>false</IsTruncated>${names.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`,
      )
    else if (signatureError !== undefined) response.writeHead(403).end(`<Error><Code>${signatureError}</Code></Error>`)
    else if (path !== '/states/prod%20%28eu%29/shop.tfstate')
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    else response.end(object)
  })

test('states are read from an authenticated address and from a bucket by its connection', async () => {
  const key = { accessKey: 'AKIA', secretKey: 'bucket-KEPT' }
  const bucket = await startBucket(key, JSON.stringify({ ...state('small'), lineage: 'bucket' }))
  const web = await startHttp(({ headers }, response) =>
    response.writeHead(headers.authorization === 'Bearer web-KEPT' ? 200 : 401).end(JSON.stringify(state('small'))),
  )
  const spec = (objectPath: string) => `  terraform:
    - state: { http: { url: 'http://127.0.0.1:${web.port}/state', bearer: { value: web-KEPT } } }
    - state: { s3: { connection: connection://default/states, objectPath: ${objectPath} } }
`
  await start({})
  const connection = {
    name: 'states',
    namespace: 'default',
    type: 's3',
    url: `http://127.0.0.1:${bucket.port}`,
    username: key.accessKey,
    password: key.secretKey,
    properties: { bucket: 'states', region: 'eu-west-1' },
  }
  const { statusCode } = await started().app.inject({ method: 'POST', url: '/api/db/connections', payload: connection })
  expect(statusCode).toBe(201)
  await started().write('one.yaml', scraperDocument('one', spec('prod (eu)/shop.tfstate')))
  expect((await eventually(() => scrapers.run('one'))).errors).toEqual([])
  expect(await scrapers.items('type=eq.Terraform::State')).toMatchObject([
    { name: 'shop', config: { lineage: 'bucket' } },
    { name: 'state', config: { lineage: 'shop' } },
  ])
  await started().write(
    'one.yaml',
    scraperDocument(
      'one',
      `  terraform: [{ state: { s3: { endpoint: 'http://127.0.0.1:${bucket.port}', region: eu-west-1, accessKey: ${key.accessKey}, secretKey: ${key.secretKey}, bucket: states, objectPath: 'prod*.tfstate' } } }]\n`,
    ),
  )
  await eventually(async () => {
    expect((await scrapers.run('one')).errors).toEqual([])
    expect(await scrapers.items('type=eq.Terraform::State&deleted_at=is.null')).toMatchObject([
      { name: 'shop', config: { lineage: 'bucket' } },
    ])
  })
  await started().write('one.yaml', scraperDocument('one', spec('prod/other.tfstate')))
  await eventually(async () =>
    expect((await scrapers.run('one')).errors).toEqual([
      expect.stringContaining('The object does not exist in the bucket.'),
    ]),
  )
  expect(JSON.stringify(await scrapers.read('job_histories?select=details'))).not.toContain('KEPT')
  const { rows: stored } = await database().query('select spec from config_scrapers')
  expect(JSON.stringify(stored)).not.toContain('KEPT')
  await Promise.all([bucket.close(), web.close()])
})

test('a state is read from a Google Cloud bucket as the service account of its connection', async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const token = 'token-KEPT'
  const google = await services.start(({ path, query, headers }) => {
    if (path === '/token') return { body: { access_token: token, expires_in: 3_599 } }
    if (headers.authorization !== `Bearer ${token}`) return { code: 401, body: {} }
    if (path === '/storage/v1/b/states/o')
      return query.get('pageToken') === 'next'
        ? { body: { items: [{ name: 'prod/shop.tfstate' }, { name: 'prod/shop.tfstate.backup' }] } }
        : { body: { items: [{ name: 'notes.txt' }], nextPageToken: 'next' } }
    return path === '/storage/v1/b/states/o/prod%2Fshop.tfstate' && query.get('alt') === 'media'
      ? { body: state('small') }
      : { code: 404, body: { error: { code: 404, message: `No such object: states/${path}` } } }
  })
  await start({})
  const connection = {
    name: 'google-states',
    namespace: 'default',
    type: 'gcs',
    url: google.url,
    certificate: JSON.stringify({
      type: 'service_account',
      client_email: 'reader@shop.iam.test',
      private_key: await exportPKCS8(privateKey),
      token_uri: `${google.url}/token`,
    }),
    properties: { bucket: 'states' },
  }
  const { statusCode } = await started().app.inject({ method: 'POST', url: '/api/db/connections', payload: connection })
  expect(statusCode).toBe(201)
  const write = (objectPath: string) =>
    started().write(
      'one.yaml',
      scraperDocument(
        'one',
        `  terraform: [{ state: { gcs: { connection: connection://default/google-states, objectPath: ${objectPath} } } }]\n`,
      ),
    )
  await write('prod/shop.tfstate')
  expect((await eventually(() => scrapers.run('one'))).errors).toEqual([])
  expect(await scrapers.items('type=eq.Terraform::State')).toMatchObject([
    { name: 'shop', config: { lineage: 'shop' } },
  ])
  const { certificate } = connection
  await started().write(
    'one.yaml',
    scraperDocument(
      'one',
      `  terraform: [{ state: { gcs: { endpoint: '${google.url}', bucket: states, credentials: { value: ${JSON.stringify(certificate)} } } } }]\n`,
    ),
  )
  await eventually(async () => {
    expect(await scrapers.run('one')).toMatchObject({ errors: [] })
    expect(google.requests.map(({ query }) => query.get('pageToken'))).toContain('next')
  })
  expect(await scrapers.items('deleted_at=is.null')).toHaveLength(3)
  await write('prod/other.tfstate')
  await eventually(async () =>
    expect((await scrapers.run('one')).errors).toEqual([
      expect.stringMatching(/Google Cloud responded with 404: No such object/),
    ]),
  )
  expect(await scrapers.items()).toHaveLength(3)
  const jobHistories = await scrapers.read('job_histories?select=details')
  expect(JSON.stringify(jobHistories)).not.toMatch(/KEPT|PRIVATE KEY/)
})
