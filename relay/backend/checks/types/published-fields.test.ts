import { expect, test } from 'vitest'
import { checkKinds } from './check-types.ts'
import { readCanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'

const base = {
  name: 'a',
  description: 'A check',
  namespace: 'shop',
  icon: 'http',
  labels: { team: 'web' },
  transformDeleteStrategy: 'MarkHealthy',
  markFailOnEmpty: true,
  metrics: [{ name: 'a_ms', type: 'gauge', value: 'duration', labels: [{ name: 'code', valueExpr: 'code' }] }],
  relationships: {
    components: [{ name: { value: 'a' }, labels: { tier: 'a' } }],
    configs: [{ name: { label: 'app' } }],
  },
  test: { expr: 'true' },
  display: { template: 'ok' },
  transform: { expr: '[]' },
}
const secretRef = { valueFrom: { secretKeyRef: { name: 'shop', key: 'password', optional: true } } }
const login = { connection: 'connection://shop/a', username: { value: 'me' }, password: secretRef }
const tls = {
  insecureSkipVerify: true,
  handshakeTimeout: '5s',
  ca: { value: 'a' },
  cert: { value: 'b' },
  key: secretRef,
}
const oauth = { clientID: { value: 'a' }, clientSecret: secretRef, scope: ['read'], tokenURL: 'http://a/token' }

const specs: Readonly<Record<string, Record<string, unknown>>> = {
  http: {
    ...login,
    url: 'http://a',
    method: 'PUT',
    headers: [{ name: 'a', value: 'b' }],
    body: 'x',
    templateBody: true,
    env: [{ name: 'a', value: 'b' }],
    responseCodes: [0, 999],
    responseContent: 'a',
    responseJSONContent: { path: '$.a', value: 'b' },
    maxSSLExpiry: 1,
    maxRedirects: 0,
    sendCookies: true,
    thresholdMillis: 1,
    ntlm: true,
    ntlmv2: true,
    digest: true,
    awsSigV4: { region: 'eu-central-1', service: 'aps', connection: 'connection://shop/aws' },
    oauth2: oauth,
    tlsConfig: tls,
  },
  exec: { script: 'true', env: [{ name: 'a', value: 'b' }] },
  alertmanager: {
    ...login,
    url: 'http://a',
    alerts: ['a.*'],
    filters: { a: 'b' },
    exclude_filters: { a: 'c' },
    ignore: ['b'],
  },
  elasticsearch: { ...login, url: 'http://a', index: 'a', query: '{}', results: 0 },
  opensearch: { ...login, url: 'http://a', index: 'a', query: '{}', results: 0 },
  redis: { ...login, addr: 'a:6379', url: 'redis://a', db: 0, tlsConfig: tls },
  mongodb: { ...login, url: 'mongodb://a' },
  icmp: { endpoint: 'a', packetCount: 1_000, packetLossThreshold: 1, thresholdMillis: 1 },
  folder: {
    path: '/var/*/x',
    minAge: '1h',
    maxAge: '1d',
    minCount: 1,
    maxCount: 2,
    minSize: '1k',
    maxSize: '2k',
    availableSize: '1k',
    totalSize: '1k',
    recursive: true,
    filter: { minAge: '1h', maxAge: '1d', minSize: '1k', maxSize: '2k', regex: 'a', since: 'now-1d' },
  },
  tcp: { endpoint: 'a:1', thresholdMillis: 1 },
  postgres: { ...login, url: 'postgres://a', query: 'select 1', results: 1 },
  mysql: { ...login, url: 'mysql://a', query: 'select 1', results: 1 },
  dns: {
    server: 'a',
    port: 0,
    query: 'a',
    querytype: 'A',
    minrecords: 0,
    exactreply: ['a'],
    timeout: 0,
    thresholdMillis: 1,
  },
  ldap: { ...login, url: 'ldap://a', bindDN: 'a', userSearch: '(a=b)', skipTLSVerify: true },
  prometheus: {
    ...login,
    host: 'http://a',
    url: 'http://a',
    query: 'up',
    bearer: secretRef,
    oauth,
    tls,
    ntlm: false,
    digest: false,
    headers: [{ name: 'a', value: 'b' }],
  },
  gitProtocol: { ...login, repository: 'https://a/b.git', filename: 'a' },
}

const aws = {
  connection: 'connection://shop/a',
  accessKey: secretRef,
  secretKey: secretRef,
  sessionToken: secretRef,
  assumeRole: 'a',
  region: 'eu-central-1',
  endpoint: 'https://a',
  skipTLSVerify: true,
  usePathStyle: true,
  bucket: '',
}
const gcp = { connection: 'connection://shop/a', credentials: secretRef, endpoint: 'https://a', project: 'a' }
const remoteFolders = {
  's3://a/b': { awsConnection: aws },
  'gcs://a/b': { gcpConnection: { ...gcp, skipTLSVerify: true } },
  '/b': { sftpConnection: { ...login, host: 'a', port: 22 } },
}

const cases = [
  ...Object.entries(specs),
  ...Object.entries(remoteFolders).map(([path, remote]) => ['folder', { path, ...remote }] as const),
]
test.each(cases)('every published field of a %s check loads', async (kind, spec) => {
  const { checks } = await readCanarySpec({ schedule: '@every 1m', [kind]: [{ ...base, ...spec }] }, checkKinds)
  expect(checks.map(({ error }) => error)).toEqual([undefined])
})

test.each([
  [
    'http',
    { url: 'http://a', crawl: { depth: 2 } },
    'crawl: cannot work here: links are not followed. Use a check for each URL.',
  ],
])('a published field of %s that cannot work names the reason: %j', async (kind, spec, reason) => {
  const { checks } = await readCanarySpec({ schedule: '@every 1m', [kind]: [{ name: 'a', ...spec }] }, checkKinds)
  expect(checks.map(({ error }) => error?.reason)).toEqual([reason])
})
