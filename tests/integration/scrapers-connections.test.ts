import { exportPKCS8, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { certificateFor } from '#relay/testing/certificate.ts'
import { readScope, findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type ReceivedRequest } from '#tests/fixtures/stand-in.ts'

const { scrapers, start, started, database } = scrapingTests()
const services = standIns()
const secureServices = standIns(certificateFor())

interface Signed {
  readonly key: string
  readonly name?: string
  readonly connection: (url: string) => object | Promise<object>
  /** Contains no credentials except the connection. */
  readonly source: (url: string) => string
  readonly isSecure?: true
  readonly responses: Readonly<Record<string, unknown>>
  readonly seen: (requests: readonly ReceivedRequest[]) => unknown
  readonly expected: unknown
}

const secretText = 'word-KEPT'
const awsKey = { accessKey: 'AKIAKEPT', secretKey: secretText }
const bearers = (requests: readonly ReceivedRequest[]) => [
  ...new Set(requests.map(({ headers }) => headers.authorization)),
]
const parseForm = ([first]: readonly ReceivedRequest[]) => Object.fromEntries(new URLSearchParams(first?.body))

const kinds: readonly Signed[] = [
  {
    key: 'http',
    connection: (url) => ({
      type: 'http',
      url: `${url}/items`,
      username: 'ada',
      password: secretText,
      properties: { 'header:X-Team': 'ops', 'header:X-Key': 'key-KEPT', 'header:Authorization': 'Token KEPT' },
    }),
    source: () => 'id: $.id, headers: [{ name: x-team, value: shop }]',
    responses: { '/items': { id: 'basket' } },
    seen: ([first]) => ['x-team', 'x-key', 'authorization'].map((name) => first?.headers[name]),
    expected: ['shop', 'key-KEPT', `Basic ${Buffer.from(`ada:${secretText}`).toString('base64')}`],
  },
  {
    key: 'http',
    name: 'signed',
    connection: (url) => ({
      type: 'http',
      url: `${url}/items`,
      properties: {
        awsRegion: 'eu-west-1',
        awsService: 'aps',
        awsAccessKey: awsKey.accessKey,
        awsSecretKey: secretText,
      },
    }),
    source: () => 'id: $.id',
    responses: { '/items': { id: 'basket' } },
    seen: (requests) => requests.map((each) => [findSignatureError(each, awsKey), readScope(each).region]),
    expected: [[undefined, 'eu-west-1']],
  },
  {
    key: 'slack',
    connection: () => ({ type: 'slack', url: 'slack://$(password)@{username}', username: 'C1', password: secretText }),
    source: (url) => `url: '${url}'`,
    responses: {
      '/api/auth.test': { ok: true, team: 'Acme', team_id: 'T1' },
      '/api/conversations.list': { ok: true, channels: [] },
    },
    seen: bearers,
    expected: [`Bearer ${secretText}`],
  },
  {
    key: 'azureDevops',
    connection: () => ({ type: 'azure_devops', username: 'acme', password: secretText }),
    source: (url) => `url: '${url}'`,
    responses: {
      '/acme/_apis/projects': { value: [{ id: 'p1', name: 'Shop' }] },
      '/acme/p1/_apis/pipelines': { value: [] },
    },
    seen: bearers,
    expected: [`Basic ${Buffer.from(`:${secretText}`).toString('base64')}`],
  },
  {
    key: 'aws',
    connection: (url) => ({
      type: 'aws',
      url,
      username: awsKey.accessKey,
      password: awsKey.secretKey,
      properties: { region: 'eu-west-1' },
    }),
    source: () => 'include: [nothing]',
    responses: {
      '/': '<R><GetCallerIdentityResult><Account>1</Account><Arn>arn:aws:iam::1:user/ann</Arn></GetCallerIdentityResult></R>',
    },
    seen: (requests) => requests.map((each) => [findSignatureError(each, awsKey), readScope(each).region]),
    expected: [[undefined, 'eu-west-1']],
  },
  {
    key: 'azure',
    connection: () => ({ type: 'azure', username: 'app', password: secretText, properties: { tenant: 'acme.test' } }),
    source: (url) => `subscriptionID: one, endpoint: '${url}', authority: '${url}', tls: { insecureSkipVerify: true }`,
    isSecure: true,
    responses: {
      '/acme.test/oauth2/v2.0/token': { access_token: 'token-KEPT' },
      '/subscriptions/one': { displayName: 'One' },
      '/subscriptions/one/resourcegroups': { value: [] },
      '/subscriptions/one/resources': { value: [] },
      '/subscriptions/one/providers/Microsoft.Insights/eventtypes/management/values': { value: [] },
    },
    seen: parseForm,
    expected: expect.objectContaining({ client_id: 'app', client_secret: secretText }),
  },
  {
    key: 'gcp',
    connection: async (url) => {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true })
      const account = { type: 'service_account', client_email: 'a@b.test', token_uri: `${url}/token` }
      return {
        type: 'google_cloud',
        url: 'https://www.googleapis.com',
        certificate: JSON.stringify({ ...account, private_key: await exportPKCS8(privateKey) }),
      }
    },
    source: (url) => `project: shop, endpoint: '${url}', include: [nothing]`,
    responses: { '/token': { access_token: 'token-KEPT' } },
    seen: parseForm,
    expected: expect.objectContaining({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }),
  },
]

test.each(kinds)('$key authenticates with its connection and never exposes it', async (kind) => {
  const service = await (kind.isSecure === true ? secureServices : services).start(({ path }) => {
    const body = kind.responses[path]
    if (body === undefined) return { code: 404, body: { message: `Nothing at ${path}` } }
    return { body, ...(typeof body === 'string' && { headers: { 'content-type': 'text/xml' } }) }
  })
  await start({})
  const payload = { name: kind.name ?? kind.key, namespace: 'default', ...(await kind.connection(service.url)) }
  const { statusCode, body } = await started().app.inject({ method: 'POST', url: '/api/db/connections', payload })
  expect([statusCode, body]).toEqual([201, expect.any(String)])
  const source = `connection: connection://default/${kind.name ?? kind.key}, ${kind.source(service.url)}`
  await started().write('one.yaml', scraperDocument('one', `  ${kind.key}: [{ ${source} }]\n`))
  const { errors } = await eventually(() => scrapers.run('one'))
  expect(errors).toEqual([])
  expect(await scrapers.items()).not.toEqual([])
  expect(kind.seen(service.requests.slice(0, 1))).toEqual(kind.expected)
  const { rows: stored } = await database().query('select spec from config_scrapers')
  const shown = [await scrapers.read('job_histories?select=details'), await scrapers.items(), stored]
  expect(JSON.stringify(shown)).not.toMatch(/KEPT|BEGIN PRIVATE/)
})
