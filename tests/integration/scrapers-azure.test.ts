import { expect, test } from 'vitest'
import { certificateFor } from '#relay/testing/certificate.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { scrapers, start } = scrapingTests()
const certificate = certificateFor()
const services = standIns(certificate)

const secret = 'secret-of-the-application'
const token = 'token-of-the-application'
type Respond = (request: ReceivedRequest, origin: string) => StandInResponse | undefined

const scraping = async (respond: Respond, more = '', top = '') => {
  const service = await services.start(respond)
  const source = `subscriptionID: Sub-1, endpoint: '${service.url}', authority: '${service.url}', tenantID: acme.test, clientID: app, clientSecret: ${secret}, tls: { ca: { value: ${JSON.stringify(certificate.cert)} } }${more}`
  await start({ 'azure.yaml': scraperDocument('azure', `${top}  azure: [{ ${source} }]\n`) })
  return { ...service, run: await scrapers.run('azure') }
}

const group = '/subscriptions/Sub-1/resourceGroups/Shop'
const resource = (type: string, name: string, more: object = {}) => ({
  id: `${group.toUpperCase()}/providers/${type}/${name}`,
  name,
  type,
  location: 'westeurope',
  provisioningState: 'Succeeded',
  createdTime: '2026-01-01T00:00:00Z',
  changedTime: new Date().toISOString(),
  ...more,
})
const machine = resource('Microsoft.Compute/virtualMachines', 'web', { tags: { team: 'shop' } })
const resources = [
  machine,
  resource('Microsoft.Compute/disks', 'web-disk', { managedBy: machine.id }),
  resource('Microsoft.Sql/servers', 'db', { provisioningState: 'Failed' }),
  resource('Microsoft.Sql/servers/databases', 'db/orders', {
    id: `${group}/providers/Microsoft.Sql/servers/DB/databases/orders`,
  }),
]

const errorResponse = (code: number, message: string): StandInResponse => ({
  code,
  body: { error: { code: 'No', message } },
})

const activityPath = '/subscriptions/Sub-1/providers/Microsoft.Insights/eventtypes/management/values'

const subscription =
  (other: Respond = () => undefined): Respond =>
  (request, origin) => {
    const { path, headers, body } = request
    if (path === '/acme.test/oauth2/v2.0/token') {
      if (new URLSearchParams(body).get('client_secret') === secret) return { body: { access_token: token } }
      return { code: 401, body: { error: 'invalid_client', error_description: 'no' } }
    }
    if (headers.authorization !== `Bearer ${token}`) return errorResponse(401, 'Who are you?')
    const otherwise = other(request, origin)
    if (otherwise !== undefined) return otherwise
    if (path === '/subscriptions/Sub-1') return { body: { displayName: 'Production', state: 'Enabled' } }
    if (path === '/subscriptions/Sub-1/resourcegroups')
      return {
        body: {
          value: [{ id: group, name: 'Shop', location: 'westeurope', properties: { provisioningState: 'Succeeded' } }],
        },
      }
    if (path === activityPath) return { body: { value: [] } }
    return path === '/subscriptions/Sub-1/resources' ? { body: { value: resources } } : errorResponse(404, 'Nothing.')
  }

test('resources are items below their parent and their manager [CAT-02]', async () => {
  const { run, requests, url } = await scraping(subscription(), ', organisation: Acme')
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [], summary: { added: 6 } })
  const items = await scrapers.items()
  const findId = (name: string) => items.find((item) => item.name === name)?.id
  expect(items).toMatchObject([
    { type: 'Azure::Microsoft.Compute/disks', name: 'web-disk', parent_id: findId('Shop') },
    {
      type: 'Azure::Microsoft.Compute/virtualMachines',
      name: 'web',
      config_class: 'virtualMachines',
      status: 'Succeeded',
      health: 'healthy',
      labels: { team: 'shop' },
      tags: { location: 'westeurope', subscription: 'Sub-1', organisation: 'Acme' },
      external_id: [machine.id.toLowerCase(), machine.id],
      parent_id: findId('Shop'),
    },
    { type: 'Azure::Microsoft.Resources/resourceGroups', name: 'Shop', parent_id: findId('Production') },
    { type: 'Azure::Microsoft.Sql/servers', name: 'db', health: 'unhealthy' },
    { type: 'Azure::Microsoft.Sql/servers/databases', name: 'orders', parent_id: findId('db') },
    { type: 'Azure::Subscription', name: 'Production', status: 'Enabled', health: 'healthy' },
  ])
  expect(await scrapers.read('config_relationships?select=config_id,related_id,relation')).toEqual([
    { config_id: findId('web-disk'), related_id: findId('web'), relation: 'managedBy' },
  ])
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'app',
    client_secret: secret,
    scope: `${url}/.default`,
  })
  expect((await scrapers.run('azure')).summary).toMatchObject({ updated: 0, changes: 0 })
})

test('resources are read page by page, and only the requested types are stored', async () => {
  const { run } = await scraping(
    subscription(({ path, query }, origin) => {
      if (path !== '/subscriptions/Sub-1/resources') return undefined
      const page = Number(query.get('page') ?? 0)
      const value = Array.from({ length: 100 }, (_, at) =>
        resource(at % 2 === 0 ? 'Microsoft.Compute/disks' : 'Microsoft.Sql/servers', `r${page * 100 + at}`),
      )
      return { body: { value, ...(page < 2 && { nextLink: `${origin}${path}?page=${page + 1}` }) } }
    }),
    ', include: [Microsoft.*], exclude: [disks]',
  )
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 152 } })
})

test('an access error does not stop the rest, and rate limits are waited for', async () => {
  let requestCount = 0
  const { run } = await scraping(
    subscription(({ path }) => {
      if (path.endsWith('/resourcegroups')) return errorResponse(403, 'The client does not have authorization.')
      requestCount += 1
      return requestCount === 1 ? { ...errorResponse(429, 'Too many'), headers: { 'retry-after': '0' } } : undefined
    }),
  )
  expect(run).toMatchObject({
    status: 'WARNING',
    summary: { added: 5 },
    errors: ['Resource groups: Azure responded with 403: The client does not have authorization.'],
  })
})

test('a page link to another host is not followed', async () => {
  const { run } = await scraping(
    subscription(({ path }) =>
      path.endsWith('/resources') ? { body: { value: [], nextLink: 'http://127.0.0.2/next' } } : undefined,
    ),
  )
  expect(run.errors).toEqual(['Resources: Azure returned a next-page link to another host.'])
})

const { createdTime: _created, ...timeless } = machine
test.each([
  ['no list', {}],
  ['no list', { value: 'all' }],
  ['a thing without an id', { value: [{ name: 'web' }] }],
  ['a time that is none', { value: [{ ...timeless, createdTime: 'yesterday' }] }],
])('a response with %s is an error without its content: %j', async (_case, body) => {
  const { run } = await scraping(subscription(({ path }) => (path.endsWith('/resources') ? { body } : undefined)))
  expect(run).toMatchObject({
    summary: { added: 2 },
    errors: ['Resources: Azure returned an invalid response.'],
  })
})

test('an invalid secret is reported and never shown', async () => {
  const errorText = `AADSTS7000215: Invalid client secret ${secret}. Trace ID: 1 Correlation ID: 2`
  const { run } = await scraping(() => ({ code: 401, body: { error: 'invalid_client', error_description: errorText } }))
  expect(run.errors).toEqual([
    'Microsoft Entra ID: authentication failed: AADSTS7000215: Invalid client secret ***. Use the client ID, tenant and an unexpired secret of an app registration.',
  ])
  expect(JSON.stringify(await scrapers.read('config_scrapers'))).not.toContain(secret)
})

test('a subscription that hangs times out', async () => {
  const { run } = await scraping(() => undefined, '', '  timeout: 1s\n')
  expect(run.errors).toEqual(['Azure subscription Sub-1: timed out after 1s.'])
})

const readChanges = async (name: string) =>
  (await scrapers.listSummaries(`name=eq.${name}`, 'Microsoft.Compute')).map(({ summary }) => summary)
const activity = (id: string, operation: string, resourceId: string, status = 'Succeeded', more: object = {}) => ({
  eventDataId: id,
  eventTimestamp: '2026-11-01T10:00:00.1234567Z',
  operationName: { value: operation, localizedValue: `Localized ${operation}` },
  status: { value: status },
  category: { value: 'Administrative' },
  caller: 'ann@acme.test',
  resourceProviderName: { value: 'Microsoft.Compute' },
  resourceId,
  ...more,
})

test('a completed audit event is a change of its resource, stored once, or of its parent when that is unknown', async () => {
  const events = [
    activity('a1', 'virtualMachines/restart/action', machine.id, 'Started'),
    activity('a2', 'virtualMachines/restart/action', machine.id),
    activity('a3', 'virtualMachines/delete', machine.id, 'Failed', { subStatus: { value: 'Conflict (HTTP 409)' } }),
    activity('a4', 'locks/write', `${group}/providers/Microsoft.Authorization/locks/no`),
    activity('a5', 'tags/write', machine.id),
  ]
  let isDenied = false
  const { run, requests } = await scraping(
    subscription(({ path }) => {
      if (path !== activityPath) return undefined
      return isDenied ? errorResponse(403, 'No.') : { body: { value: events } }
    }),
    ', activityAge: 1d, exclusions: { activityLogs: [tags/*] }',
  )
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [] })
  const filter = requests.find(({ path }) => path === activityPath)?.query.get('$filter') ?? ''
  const since = Date.parse(/^eventTimestamp ge '(.+)'$/.exec(filter)?.[1] ?? '')
  expect(Math.abs(since - (Date.now() - 86_400_000))).toBeLessThan(60_000)
  expect(await readChanges('web')).toEqual([
    'virtualMachines/delete was rejected: Conflict (HTTP 409)',
    'virtualMachines/restart/action',
  ])
  expect(await readChanges('Shop')).toEqual(['locks/write'])
  isDenied = true
  expect(await scrapers.run('azure')).toMatchObject({ errors: ['Activity log: Azure responded with 403: No.'] })
  expect(await readChanges('web')).toHaveLength(2)
})

test('people, groups and apps of Entra are items of the tenant, related by membership and role', async () => {
  const directory: Record<string, unknown> = {
    '/v1.0/users': [
      { id: 'u1', displayName: 'Ada', userPrincipalName: 'ada@acme.test', userType: 'Member' },
      { id: 'u2', displayName: 'Guest', userPrincipalName: 'zoe@other.test', userType: 'Guest' },
    ],
    '/v1.0/groups': [
      { id: 'g1', displayName: 'Shop Admins' },
      { id: 'g2', displayName: 'Everyone' },
    ],
    '/v1.0/groups/g1/members': [{ id: 'u1' }],
    '/v1.0/applications': [
      {
        id: 'a1',
        appId: 'app-1',
        displayName: 'Shop',
        passwordCredentials: [{ keyId: 'k1', displayName: 'ci', endDateTime: '2027-01-01T00:00:00Z', hint: 'abc' }],
      },
    ],
    '/v1.0/servicePrincipals': [
      { id: 's1', appId: 'app-1', displayName: 'Shop', appRoles: [{ id: 'r1', value: 'Orders.Write' }] },
      { id: 's2', appId: 'app-2', displayName: 'Office' },
    ],
    '/v1.0/servicePrincipals/s1/appRoleAssignedTo': [{ principalId: 'g1', appRoleId: 'r1' }],
  }
  const respond = subscription(({ path, query }, origin) => {
    if (path === '/subscriptions/Sub-1')
      return { body: { displayName: 'Production', state: 'Enabled', tenantId: 't1' } }
    const value = directory[path]
    if (path === '/v1.0/users' && query.get('$skiptoken') === null)
      return {
        body: {
          value: Array.isArray(value) ? value.slice(0, 1) : [],
          '@odata.nextLink': `${origin}/v1.0/users?$skiptoken=2`,
        },
      }
    if (path === '/v1.0/users') return { body: { value: Array.isArray(value) ? value.slice(1) : [] } }
    return value === undefined ? undefined : { body: { value } }
  })
  const service = await services.start(respond)
  const source = `subscriptionID: Sub-1, endpoint: '${service.url}', graphEndpoint: '${service.url}', authority: '${service.url}', tenantID: acme.test, clientID: app, clientSecret: ${secret}, tls: { ca: { value: ${JSON.stringify(certificate.cert)} } }`
  const entra =
    "{ users: [{ tagSelector: userType=Member }, { name: 'zoe@*' }], groups: [{ name: 'Shop*' }], appRegistrations: [{}], enterpriseApps: [{ name: Shop }], appRoleAssignments: [{ name: Shop }] }"
  await start({ 'azure.yaml': scraperDocument('azure', `  azure: [{ ${source}, entra: ${entra} }]\n`) })
  expect(await scrapers.run('azure')).toMatchObject({ status: 'SUCCESS', errors: [] })
  const items = (await scrapers.items()).filter(({ external_id: [id = ''] }) => /^[ugast]\d$/.test(id))
  const tenant = items.find(({ type }) => type === 'Azure::Tenant')
  expect(items.map(({ type, name, parent_id: parent }) => [type, name, parent === tenant?.id])).toEqual([
    ['Azure::AppRegistration', 'Shop', true],
    ['Azure::EnterpriseApplication', 'Shop', true],
    ['Azure::Group', 'Shop Admins', true],
    ['Azure::Tenant', 't1', false],
    ['Azure::User', 'Ada', true],
    ['Azure::User', 'Guest', true],
  ])
  expect(items[0]?.config).toMatchObject({
    expirations: [{ kind: 'secret', name: 'ci', expires: '2027-01-01T00:00:00Z' }],
  })
  const idOf = (type: string) => items.find((item) => item.type === type)?.id
  const links = JSON.stringify(await scrapers.read('config_relationships?select=relation,config_id,related_id'))
  expect(links).toContain('Orders.Write')
  expect(links).toContain(idOf('Azure::Group'))
  expect(links).toMatch(/"relation":"member"/)
})
