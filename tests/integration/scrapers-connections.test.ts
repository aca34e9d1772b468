import { exportPKCS8, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { certificateFor } from '#relay/backend/checks/types/testing/certificate.ts'
import { scopeOf, wrongOf } from '#tests/fixtures/aws-signed.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type Asked } from '#tests/fixtures/stand-in.ts'

const { scrapers, start, started, database } = scrapingTests()
const services = standIns()
const secureServices = standIns(certificateFor())

interface Signed {
  readonly key: string
  readonly connection: (url: string) => object | Promise<object>
  /** The source, which names nothing that signs in but the connection. */
  readonly source: (url: string) => string
  /** It signs in by TLS alone. */
  readonly isSecure?: true
  readonly answers: Readonly<Record<string, unknown>>
  /** What of the first request, or of all of them, says who asks. */
  readonly seen: (asked: readonly Asked[]) => unknown
  readonly expected: unknown
}

const word = 'word-KEPT'
const awsKey = { accessKey: 'AKIAKEPT', secretKey: word }
const bearers = (asked: readonly Asked[]) => [...new Set(asked.map(({ headers }) => headers.authorization))]
const formOf = ([first]: readonly Asked[]) => Object.fromEntries(new URLSearchParams(first?.body))

const kinds: readonly Signed[] = [
  {
    key: 'slack',
    connection: () => ({ type: 'slack', url: 'slack://$(password)@{username}', username: 'C1', password: word }),
    source: (url) => `url: '${url}'`,
    answers: {
      '/api/auth.test': { ok: true, team: 'Acme', team_id: 'T1' },
      '/api/conversations.list': { ok: true, channels: [] },
    },
    seen: bearers,
    expected: [`Bearer ${word}`],
  },
  {
    key: 'azureDevops',
    connection: () => ({ type: 'azure_devops', username: 'acme', password: word }),
    source: (url) => `url: '${url}'`,
    answers: {
      '/acme/_apis/projects': { value: [{ id: 'p1', name: 'Shop' }] },
      '/acme/p1/_apis/pipelines': { value: [] },
    },
    seen: bearers,
    expected: [`Basic ${Buffer.from(`:${word}`).toString('base64')}`],
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
    answers: {
      '/': '<R><GetCallerIdentityResult><Account>1</Account><Arn>arn:aws:iam::1:user/ann</Arn></GetCallerIdentityResult></R>',
    },
    seen: (asked) => asked.map((each) => [wrongOf(each, awsKey), scopeOf(each).region]),
    expected: [[undefined, 'eu-west-1']],
  },
  {
    key: 'azure',
    connection: () => ({ type: 'azure', username: 'app', password: word, properties: { tenant: 'acme.test' } }),
    source: (url) => `subscriptionID: one, endpoint: '${url}', authority: '${url}', tls: { insecureSkipVerify: true }`,
    isSecure: true,
    answers: {
      '/acme.test/oauth2/v2.0/token': { access_token: 'token-KEPT' },
      '/subscriptions/one': { displayName: 'One' },
      '/subscriptions/one/resourcegroups': { value: [] },
      '/subscriptions/one/resources': { value: [] },
      '/subscriptions/one/providers/Microsoft.Insights/eventtypes/management/values': { value: [] },
    },
    seen: formOf,
    expected: expect.objectContaining({ client_id: 'app', client_secret: word }),
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
    answers: { '/token': { access_token: 'token-KEPT' } },
    seen: formOf,
    expected: expect.objectContaining({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }),
  },
]

test.each(kinds)('$key signs in by its connection, which is shown nowhere', async (kind) => {
  const service = await (kind.isSecure === true ? secureServices : services).start(({ path }) => {
    const body = kind.answers[path]
    if (body === undefined) return { code: 404, body: { message: `Nothing at ${path}` } }
    return { body, ...(typeof body === 'string' && { headers: { 'content-type': 'text/xml' } }) }
  })
  await start({})
  const payload = { name: kind.key, namespace: 'default', ...(await kind.connection(service.url)) }
  const { statusCode, body } = await started().app.inject({ method: 'POST', url: '/api/db/connections', payload })
  expect([statusCode, body]).toEqual([201, expect.any(String)])
  const source = `connection: connection://default/${kind.key}, ${kind.source(service.url)}`
  await started().write('one.yaml', scraperDocument('one', `  ${kind.key}: [{ ${source} }]\n`))
  const { errors } = await eventually(() => scrapers.run('one'))
  expect(errors).toEqual([])
  expect(await scrapers.items()).not.toEqual([])
  expect(kind.seen(service.asked.slice(0, 1))).toEqual(kind.expected)
  const { rows: stored } = await database().query('select spec from config_scrapers')
  const shown = [await scrapers.read('job_histories?select=details'), await scrapers.items(), stored]
  expect(JSON.stringify(shown)).not.toMatch(/KEPT|BEGIN PRIVATE/)
})
