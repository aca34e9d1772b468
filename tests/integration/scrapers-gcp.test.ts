import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { scrapers, start } = scrapingTests()
const services = standIns()

const token = 'token-of-the-service-account'
const email = 'reader@shop.iam.test'
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let privateKey = ''
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  privateKey = await exportPKCS8(keys.privateKey)
})

type Respond = (request: ReceivedRequest) => StandInResponse | undefined

const signIn = (url: string, key = {}): string => {
  const account = { type: 'service_account', client_email: email, private_key: privateKey, token_uri: `${url}/token` }
  return `endpoint: '${url}', credentials: { value: ${JSON.stringify(JSON.stringify({ ...account, ...key }))} }`
}

const scraping = async (respond: Respond, { more = '', top = '', key = {} } = {}) => {
  const service = await services.start(respond)
  const source = `project: shop, ${signIn(service.url, key)}${more}`
  await start({ 'gcp.yaml': scraperDocument('gcp', `${top}  gcp: [{ ${source} }]\n`) })
  return { ...service, run: await scrapers.run('gcp') }
}

const compute = 'https://www.googleapis.com/compute/v1/projects/shop'
const zone = `${compute}/zones/europe-west1-b`
const region = `${compute}/regions/europe-west1`
const network = { name: 'main', selfLink: `${compute}/global/networks/main`, fingerprint: 'changes' }
const subnetwork = {
  name: 'web',
  selfLink: `${region}/subnetworks/web`,
  network: network.selfLink,
  region,
  state: 'READY',
}
const disk = (name: string) => ({ name, selfLink: `${zone}/disks/${name}`, zone, status: 'READY' })
const instance = {
  name: 'web-1',
  selfLink: `${zone}/instances/web-1`,
  id: '42',
  zone,
  status: 'RUNNING',
  labels: { team: 'shop' },
  creationTimestamp: '2026-01-01T00:00:00.000-07:00',
  metadata: { fingerprint: 'x', items: [{ key: 'startup-script', value: 'export KEY=word-in-a-script' }] },
  disks: [{ source: disk('web-1').selfLink }],
  networkInterfaces: [{ network: network.selfLink, subnetwork: subnetwork.selfLink }],
}
const scoped = (list: string, location: string, ...resources: readonly object[]): StandInResponse => ({
  body: {
    items: {
      [location]: { [list]: resources },
      'zones/other': { warning: { code: 'NO_RESULTS_ON_PAGE', message: 'none' } },
    },
  },
})
const listPath = (list: string) => `/compute/v1/projects/shop/aggregated/${list}`
const responses: Readonly<Record<string, StandInResponse>> = {
  '/token': { body: { access_token: token, expires_in: 3599 } },
  '/compute/v1/projects/shop/global/networks': { body: { items: [network] } },
  [listPath('subnetworks')]: scoped('subnetworks', 'regions/europe-west1', subnetwork),
  [listPath('disks')]: scoped('disks', 'zones/europe-west1-b', disk('web-1')),
  [listPath('instances')]: scoped('instances', 'zones/europe-west1-b', instance),
  '/storage/v1/b': {
    body: {
      items: [{ name: 'files', selfLink: 'https://www.googleapis.com/storage/v1/b/files', location: 'EU', etag: 'x' }],
    },
  },
  '/v1/projects/shop/locations/-/clusters': {
    body: {
      clusters: [
        {
          name: 'shop',
          selfLink: 'https://container.googleapis.com/v1/projects/shop/locations/europe-west1/clusters/shop',
          location: 'europe-west1',
          status: 'DEGRADED',
          masterAuth: { clientKey: 'key-of-the-cluster' },
          networkConfig: { network: 'projects/shop/global/networks/main' },
        },
      ],
    },
  },
  '/v1/projects/shop/instances': {
    body: {
      items: [
        {
          name: 'orders',
          selfLink: 'https://sqladmin.googleapis.com/sql/v1beta4/projects/shop/instances/orders',
          state: 'RUNNABLE',
          region: 'europe-west1',
          settings: { ipConfiguration: { privateNetwork: 'projects/shop/global/networks/main' } },
        },
      ],
    },
  },
}
const errorResponse = (code: number, message: string): StandInResponse => ({ code, body: { error: { code, message } } })

const project =
  (other: Respond = () => undefined): Respond =>
  (request) => {
    const isKnown = request.path === '/token' || request.headers.authorization === `Bearer ${token}`
    if (!isKnown) return errorResponse(401, 'Who are you?')
    return other(request) ?? responses[request.path] ?? errorResponse(404, 'Nothing.')
  }

test('resources become items with containment and usage relations and without secrets [CAT-02]', async () => {
  const { run, requests, url } = await scraping(project())
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [], summary: { added: 8 } })
  const items = await scrapers.items()
  const findId = (type: string) => items.find((item) => item.type === type)?.id
  expect(items).toMatchObject([
    { type: 'GCP::Bucket', name: 'files', tags: { location: 'eu' }, parent_id: findId('GCP::Project') },
    { type: 'GCP::Disk', name: 'web-1', status: 'READY', health: 'healthy', parent_id: findId('GCP::Project') },
    {
      type: 'GCP::GKECluster',
      name: 'shop',
      status: 'DEGRADED',
      health: 'unhealthy',
      parent_id: findId('GCP::Network'),
    },
    {
      type: 'GCP::Instance',
      name: 'web-1',
      external_id: ['projects/shop/zones/europe-west1-b/instances/web-1', instance.selfLink],
      status: 'RUNNING',
      health: 'healthy',
      labels: { team: 'shop' },
      tags: { project: 'shop', location: 'europe-west1-b' },
      config: { metadata: ['startup-script=***'] },
      parent_id: findId('GCP::Subnetwork'),
    },
    { type: 'GCP::Network', name: 'main', parent_id: findId('GCP::Project') },
    { type: 'GCP::Project', name: 'shop' },
    { type: 'GCP::SQLInstance', name: 'orders', status: 'RUNNABLE', health: 'healthy' },
    { type: 'GCP::Subnetwork', name: 'web', tags: { location: 'europe-west1' }, parent_id: findId('GCP::Network') },
  ])
  expect(JSON.stringify(items)).not.toMatch(/word-in-a-script|key-of-the-cluster|fingerprint|etag/)
  expect(await scrapers.relatedTypes()).toEqual(['GCP::Instance GCP::Disk', 'GCP::SQLInstance GCP::Network'])
  const form = new URLSearchParams(requests[0]?.body)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { payload } = await jwtVerify(form.get('assertion') ?? '', keys.publicKey, {
    issuer: email,
    audience: `${url}/token`,
  })
  expect(payload['scope']).toBe('https://www.googleapis.com/auth/cloud-platform.read-only')
  expect((await scrapers.run('gcp')).summary).toMatchObject({ updated: 0, changes: 0 })
})

test('pages are read in order, only for the requested types', async () => {
  const { run, requests } = await scraping(
    project(({ path, query }) => {
      if (path !== listPath('disks')) return undefined
      const isSecond = query.get('pageToken') === 'two'
      const items = { 'zones/europe-west1-b': { disks: [disk(isSecond ? 'b' : 'a')] } }
      return { body: { items, ...(!isSecond && { nextPageToken: 'two' }) } }
    }),
    { more: ', include: [Disk, storage.googleapis.com/*, GCP::Network], exclude: [Network]' },
  )
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 4 } })
  expect(requests.map(({ path }) => path)).toEqual(['/token', listPath('disks'), listPath('disks'), '/storage/v1/b'])
})

test('an access error does not stop the rest, and rate limits are waited for', async () => {
  let requestCount = 0
  const { run } = await scraping(
    project(({ path }) => {
      if (path === '/v1/projects/shop/instances') return errorResponse(403, 'Cloud SQL Admin API is disabled.')
      if (path === listPath('instances'))
        return { body: { items: { 'zones/x': { warning: { code: 'UNREACHABLE', message: 'The zone is down.' } } } } }
      if (path !== '/storage/v1/b') return undefined
      requestCount += 1
      return requestCount === 1 ? { ...errorResponse(429, 'Too many'), headers: { 'retry-after': '0' } } : undefined
    }),
  )
  expect(run).toMatchObject({ status: 'WARNING', summary: { added: 6 } })
  expect(run.errors).toEqual([
    'GCP::Instance in zones/x: The zone is down.',
    'GCP::SQLInstance: Google Cloud responded with 403: Cloud SQL Admin API is disabled.',
  ])
})

test.each([
  ['no list', { items: 'all' }],
  ['a thing without an address', { items: [{ name: 'files' }] }],
])('a response with %s is an error without its content: %j', async (_case, body) => {
  const { run } = await scraping(project(({ path }) => (path === '/storage/v1/b' ? { body } : undefined)))
  expect(run).toMatchObject({
    summary: { added: 7 },
    errors: ['GCP::Bucket: Google Cloud returned an invalid response.'],
  })
})

test('services are called at their own address even with a proxy in the environment', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('HTTPS_PROXY', 'no address')
  const { run } = await scraping(project())
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 8 } })
})

test('an invalid key is reported and never shown', async () => {
  const { run } = await scraping(() => ({
    code: 400,
    body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
  }))
  expect(run.errors).toEqual([
    'Google: authentication failed: Invalid JWT Signature. Use the key of a service account that is not deleted or disabled.',
  ])
  const [, line = ''] = privateKey.split('\n')
  expect(JSON.stringify(await scrapers.read('config_scrapers'))).not.toContain(line)
})

test.each([
  [{ type: 'authorized_user' }, 'The credentials are not a service account key: type is invalid.'],
  [{ private_key: 'none' }, 'The private key of the credentials cannot be read. Use a PKCS #8 key.'],
])('unsupported credentials are reported: %j', async (key, reason) => {
  const { run, requests } = await scraping(project(), { key })
  expect([run.errors, requests]).toEqual([[reason], []])
})

test('a project that hangs times out', async () => {
  const { run } = await scraping(() => undefined, { top: '  timeout: 1s\n' })
  expect(run.errors).toEqual(['Google Cloud project shop: timed out after 1s.'])
})

const readChanges = (type: string) => scrapers.listSummaries(`type=eq.${type}`, 'compute.googleapis.com')
const entry = (insertId: string, methodName: string, resourceName: string, more: object = {}) => ({
  insertId,
  timestamp: '2026-11-01T10:00:00.123456789Z',
  protoPayload: {
    methodName,
    serviceName: 'compute.googleapis.com',
    resourceName,
    authenticationInfo: { principalEmail: 'ann@acme.test' },
    request: { name: 'web-1', password: 'word-of-a-request' },
    ...more,
  },
})

test('audit events are changes of their resource, read page by page, or of the project when that is unknown', async () => {
  const resourceName = 'projects/shop/zones/europe-west1-b/instances/web-1'
  const path = '/v2/entries:list'
  const { run, requests } = await scraping(
    project((question) => {
      if (question.path !== path) return undefined
      const { pageToken } = JSON.parse(question.body) as { pageToken?: string }
      return pageToken === undefined
        ? { body: { nextPageToken: '2', entries: [entry('e1', 'v1.compute.instances.stop', resourceName)] } }
        : {
            body: {
              entries: [
                entry('e2', 'v1.compute.instances.delete', resourceName, {
                  status: { code: 7, message: 'Not allowed' },
                }),
                entry('e3', 'google.iam.admin.v1.CreateRole', 'projects/shop/roles/x'),
                entry('e4', 'v1.compute.instances.setLabels', resourceName, { request: undefined }),
                entry('e5', 'v1.compute.instances.start', resourceName, { request: undefined }),
              ],
            },
          }
    }),
    { more: ", auditLogs: { since: 1d, methods: ['!*.setLabels'] }" },
  )
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [] })
  expect(JSON.parse(requests.find((question) => question.path === path)?.body ?? '{}')).toMatchObject({
    resourceNames: ['projects/shop'],
    filter: expect.stringMatching(
      /^logName="projects\/shop\/logs\/cloudaudit.googleapis.com%2Factivity" AND timestamp>="/,
    ),
  })
  const changes = await readChanges('GCP::Instance')
  expect(changes.map(({ summary }) => summary)).toEqual([
    'v1.compute.instances.delete was rejected: Not allowed',
    'v1.compute.instances.start',
    'v1.compute.instances.stop',
  ])
  expect(changes.find(({ summary }) => summary === 'v1.compute.instances.stop')).toMatchObject({
    external_created_by: 'ann@acme.test',
    details: { request: { password: '***' } },
  })
  expect(await readChanges('GCP::Project')).toMatchObject([{ change_type: 'google.iam.admin.v1.CreateRole' }])
})

test('messages become items, and are acknowledged once they are stored; earlier items stay [CAT-03]', async () => {
  const waiting = [
    { ackId: 'a1', body: '{"id":"d-1","service":"shop"}' },
    { ackId: 'a2', body: 'plain \\u0000 text' },
    { ackId: 'a3', body: '[{"id":"d-2"},{"id":"d-3"}]' },
  ]
  const acknowledged: string[] = []
  let isRejecting = false
  const { url } = await services.start(({ path, body }) => {
    if (path === '/token') return { body: { access_token: token, expires_in: 3599 } }
    if (path.endsWith(':acknowledge')) {
      if (isRejecting) return errorResponse(403, `not allowed for ${token}`)
      acknowledged.push(...(JSON.parse(body) as { ackIds: string[] }).ackIds)
      return { body: {} }
    }
    const receivedMessages = waiting.splice(0, 2).map(({ ackId, body: data }) => ({
      ackId,
      message: { messageId: `m-${ackId}`, data: Buffer.from(data).toString('base64'), attributes: { team: 'shop' } },
    }))
    return { body: { receivedMessages } }
  })
  const queue = `pubsub: { project_id: shop, subscription: deployments, ${signIn(url)} }`
  const ids = `id: { expr: "has(config.id) ? config.id : 'text'" }`
  await start({ 'events.yaml': scraperDocument('events', `  pubsub: [{ ${queue}, type: Deployment, ${ids} }]\n`) })
  expect(await scrapers.run('events')).toMatchObject({ status: 'SUCCESS', summary: { added: 4 } })
  expect(acknowledged).toEqual(['a1', 'a2', 'a3'])
  waiting.push({ ackId: 'a4', body: '{"id":"d-4"}' })
  isRejecting = true
  expect(await scrapers.run('events')).toMatchObject({
    summary: { added: 1, deleted: 0 },
    errors: ['Google Cloud responded with 403: not allowed for ***.'],
  })
  expect((await scrapers.items()).map(({ name, config, labels }) => [name, config, labels])).toEqual([
    ['d-1', { id: 'd-1', service: 'shop' }, { team: 'shop' }],
    ['d-2', { id: 'd-2' }, { team: 'shop' }],
    ['d-3', { id: 'd-3' }, { team: 'shop' }],
    ['d-4', { id: 'd-4' }, { team: 'shop' }],
    ['text', { content: 'plain \\u0000 text' }, { team: 'shop' }],
  ])
})

test('entries of Cloud Logging keep their fields, and BigQuery is awaited and read page by page [CAT-03]', async () => {
  const asked: (readonly [string, unknown])[] = []
  const column = { name: 'message', type: 'STRING' }
  const { url } = await services.start(({ path, query, body }) => {
    if (path === '/token') return { body: { access_token: token, expires_in: 3599 } }
    asked.push([path, body === '' ? query.get('pageToken') : JSON.parse(body)])
    if (path === '/v2/entries:list') {
      const isSecond = body.includes('"pageToken":"2"')
      const entry = { insertId: isSecond ? 'i-2' : 'i-1', timestamp: '2026-11-01T00:00:00.5Z', severity: 'NOTICE' }
      const resource = { labels: { instance_id: '42' } }
      return {
        body: {
          entries: [{ ...entry, resource, protoPayload: { methodName: 'compute.instances.stop' } }],
          ...(!isSecond && { nextPageToken: '2' }),
        },
      }
    }
    const job = { jobReference: { jobId: 'j 1', location: 'EU' } }
    if (body !== '') return { body: { ...job, jobComplete: false } }
    const isSecond = query.get('pageToken') === 'next'
    return {
      body: {
        ...job,
        jobComplete: true,
        schema: { fields: [column] },
        rows: [{ f: [{ v: isSecond ? 'b' : 'a' }] }],
        ...(!isSecond && { pageToken: 'next' }),
      },
    }
  })
  const transform = `transform: { expr: 'dyn(config.logs).map(line, {"id": line.id, "of": has(line.resource) ? line.resource.labels.instance_id : line.message, "severity": line.severity, "message": line.message}).toJSON()' }`
  await start({
    'logs.yaml': scraperDocument(
      'logs',
      `  logs:
    - gcpCloudLogging: { project: shop, filter: 'severity>=NOTICE', limit: 2, ${signIn(url)} }
      type: Entry
      id: $.id
      ${transform}
    - bigQuery: { project: shop, query: select message from commits, ${signIn(url)} }
      type: Row
      id: $.of
      ${transform}
`,
    ),
  })
  expect(await scrapers.run('logs')).toMatchObject({ errors: [], summary: { added: 4 } })
  expect(asked).toMatchObject([
    ['/v2/entries:list', { resourceNames: ['projects/shop'], filter: 'severity>=NOTICE', pageSize: 2 }],
    ['/v2/entries:list', { pageToken: '2', pageSize: 1 }],
    ['/bigquery/v2/projects/shop/queries', { query: 'select message from commits', useLegacySql: false }],
    ['/bigquery/v2/projects/shop/queries/j%201', null],
    ['/bigquery/v2/projects/shop/queries/j%201', 'next'],
  ])
  const stopped = { of: '42', severity: 'notice', message: 'compute.instances.stop' }
  expect((await scrapers.items()).map(({ config }) => config)).toMatchObject([
    { id: 'i-1', ...stopped },
    { id: 'i-2', ...stopped },
    { of: 'a' },
    { of: 'b' },
  ])
})
