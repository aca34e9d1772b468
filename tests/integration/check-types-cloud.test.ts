import { exportPKCS8, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { readScope, findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { droppingServers, standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const services = standIns()
const key = { accessKey: 'AKIAOFTHEACCOUNT', secretKey: 'secret-key-of-the-account' }
const xml = (body: string, code = 200): StandInResponse => ({ code, headers: { 'content-type': 'text/xml' }, body })

type Respond = (action: string, request: ReceivedRequest) => StandInResponse | undefined
const rejected = (name: string, isXml: boolean): StandInResponse =>
  isXml
    ? xml(`<Error><Code>${name}</Code><Message>no</Message></Error>`, 403)
    : { code: 400, body: { __type: `com.amazonaws#${name}`, message: 'no' } }
const aws = async (respond: Respond) => {
  const service = await services.start((request) => {
    const isXml = readScope(request).service === 's3'
    const error = findSignatureError(request, key)
    if (error !== undefined) return rejected(error, isXml)
    const target = request.headers['x-amz-target']
    const action = typeof target === 'string' ? (target.split('.').at(-1) ?? '') : `${request.method} ${request.path}`
    return respond(action, request)
  })
  return { endpoint: service.url, accessKey: key.accessKey, secretKey: { value: key.secretKey }, region: 'eu-west-1' }
}

const startDropping = droppingServers()
const noResponse = { pass: false, message: 'No response within 300 ms.' }
const lost = { pass: false, message: expect.stringMatching(/closed the connection|reset|not as long as/) as string }

describe('the S3 check', () => {
  const head = { code: 200, headers: { 'content-length': '7', 'x-amz-storage-class': 'GLACIER' }, body: '' }
  const store: Respond = (action) => {
    if (action === 'GET /shop' || action === 'GET /shop/')
      return xml('<ListBucketResult><KeyCount>1</KeyCount></ListBucketResult>')
    if (action === 'HEAD /shop/a/probe.txt') return head
    return action.startsWith('HEAD') ? { code: 404, body: '' } : xml('<Error><Code>NoSuchBucket</Code></Error>', 404)
  }

  test('lists its bucket, and reads an object without writing it', async () => {
    const access = await aws(store)
    const bucket = { ...access, bucketName: 'shop' }
    expect(await runCheckType('s3', bucket)).toMatchObject({ pass: true, message: 'shop can be listed' })
    const object = { ...bucket, objectPath: '/a/probe.txt' }
    expect(await runCheckType('s3', object)).toMatchObject({
      pass: true,
      details: { key: 'a/probe.txt', storageClass: 'GLACIER' },
    })
    expect(await runCheckType('s3', { ...object, storageClass: 'STANDARD' })).toMatchObject({
      pass: false,
      message: 'Expected the storage class STANDARD, got GLACIER.',
    })
    const { endpoint: url, ...older } = bucket
    expect(await runCheckType('s3', { ...older, url })).toMatchObject({ pass: true })
    expect(await runCheckType('s3', { ...bucket, objectPath: 'none' })).toMatchObject({
      pass: false,
      message: 'none does not exist in shop, or the bucket does not exist.',
    })
    expect(await runCheckType('s3', { ...access, bucket: 'none' })).toMatchObject({
      pass: false,
      message: 'S3 in eu-west-1 responded with 404: the bucket does not exist.',
    })
    for (const wrong of [bucket, object])
      expect(await runCheckType('s3', { ...wrong, secretKey: { value: 'wrong' } })).toMatchObject({
        pass: false,
        message: 'S3 in eu-west-1 responded with 403: the secret key is wrong.',
      })
  })

  test('uses the bucket and the key of a connection, and says what it needs', async () => {
    const { endpoint: url } = await aws(store)
    const resolveConnection = async () => ({
      url,
      username: key.accessKey,
      password: key.secretKey,
      insecureTls: false,
      properties: { bucket: 'shop', region: 'eu-west-1' },
      secrets: [key.secretKey],
    })
    expect(await runCheckType('s3', { connection: 'connection://s3' }, { resolveConnection })).toMatchObject({
      pass: true,
    })
    expect(await runCheckType('s3', { bucketName: 'shop' })).toMatchObject({
      pass: false,
      message: 'AWS needs credentials: set accessKey and secretKey, or select a connection.',
    })
    expect(await listSpecErrors('s3', { accessKey: 'a' })).toEqual([
      'secretKey: requires accessKey: set both or neither',
      'bucketName: required',
    ])
  })

  test('ends at its timeout, and reports a lost connection', async () => {
    const spec = { ...(await aws(() => undefined)), bucketName: 'shop' }
    expect(await runCheckType('s3', spec, { timeoutMs: 300 })).toMatchObject(noResponse)
    expect(await runCheckType('s3', { ...spec, endpoint: await startDropping() })).toMatchObject(lost)
  })
})

const rule = (ConfigRuleName: string) => ({
  ConfigRuleName,
  Compliance: { ComplianceType: 'NON_COMPLIANT', ComplianceContributorCount: { CappedCount: 2 } },
})

describe('the AWS Config checks', () => {
  test('a query returns its resources, without secrets', async () => {
    const access = await aws((action, { body }) => {
      if (action !== 'SelectResourceConfig') return rejected('UnknownOperation', false)
      const isFirst = !body.includes('NextToken')
      return isFirst
        ? { body: { Results: ['{"resourceId":"i-1"}'], NextToken: 'more' } }
        : { body: { Results: [`{"resourceId":"${key.secretKey}"}`] } }
    })
    expect(await runCheckType('awsConfig', { ...access, query: 'SELECT resourceId' })).toMatchObject({
      pass: true,
      message: '2 resources',
      details: { count: 2, results: [{ resourceId: 'i-1' }, { resourceId: '***' }] },
    })
    const aggregated = await runCheckType('awsConfig', { ...access, query: 'SELECT 1', aggregatorName: 'all' })
    expect(aggregated).toMatchObject({
      pass: false,
      message: 'AWS Config in eu-west-1 responded with 400: UnknownOperation: no.',
    })
  })

  test('rules that are not compliant fail the check, except ignored ones', async () => {
    const asked: unknown[] = []
    const access = await aws((_action, { body }) => {
      asked.push(JSON.parse(body))
      return { body: { ComplianceByConfigRules: [rule('public-read'), rule('mfa')] } }
    })
    expect(await runCheckType('awsConfigRule', { ...access, ignoreRules: ['mfa'] })).toMatchObject({
      pass: false,
      message: 'NON_COMPLIANT: public-read.',
      messageIfTestPasses: 'NON_COMPLIANT: public-read',
      details: { count: 1, results: [{ rule: 'public-read', compliance: 'NON_COMPLIANT', resources: 2 }] },
    })
    expect(
      await runCheckType('awsConfigRule', {
        ...access,
        rules: ['mfa'],
        ignoreRules: ['mfa', 'public-read'],
        complianceTypes: ['INSUFFICIENT_DATA'],
      }),
    ).toMatchObject({ pass: true, message: 'No rule is INSUFFICIENT_DATA' })
    expect(asked).toEqual([
      { ComplianceTypes: ['NON_COMPLIANT'] },
      { ConfigRuleNames: ['mfa'], ComplianceTypes: ['INSUFFICIENT_DATA'] },
    ])
  })

  test('report wrong keys, no response and a lost connection', async () => {
    const access = await aws(() => undefined)
    for (const [kind, spec] of [
      ['awsConfig', { query: 'SELECT 1' }],
      ['awsConfigRule', {}],
    ] as const) {
      expect(await runCheckType(kind, { ...access, ...spec }, { timeoutMs: 300 })).toMatchObject(noResponse)
      expect(await runCheckType(kind, { ...access, ...spec, secretKey: { value: 'wrong' } })).toMatchObject({
        message: 'AWS Config in eu-west-1 responded with 400: the secret key is wrong.',
      })
      const endpoint = await startDropping()
      expect(await runCheckType(kind, { ...access, ...spec, endpoint })).toMatchObject(lost)
    }
  })
})

const build = (id: number, result: string | null, branch = 'main', parameters = '{}') => ({
  id,
  buildNumber: `2026.${id}`,
  status: result === null ? 'inProgress' : 'completed',
  result,
  startTime: '2026-11-01T00:00:00Z',
  finishTime: result === null ? undefined : '2026-11-01T00:10:00Z',
  sourceBranch: `refs/heads/${branch}`,
  parameters,
})

describe('the Azure DevOps check', () => {
  const token = 'token-of-the-organization'
  const start = async (builds: readonly object[] | undefined) => {
    const { url } = await services.start(({ path, headers }) => {
      if (headers.authorization !== `Basic ${Buffer.from(`:${token}`).toString('base64')}`)
        return { code: 203, body: '<html>Sign in</html>' }
      if (path === '/acme/shop/_apis/pipelines') return { body: { value: [{ id: 7, name: 'release' }] } }
      return builds && { body: { value: builds } }
    })
    return { url, organization: 'acme', personalAccessToken: { value: token }, project: 'shop', pipeline: 'release' }
  }

  test('judges the newest completed run of the branch with the variables', async () => {
    const spec = await start([
      build(5, null),
      build(4, 'failed', 'feature/a'),
      build(3, 'succeeded', 'main', '{"stage":"test"}'),
      build(2, 'canceled', 'main', '{"stage":"live"}'),
    ])
    const check = (more: object) => runCheckType('azureDevops', { ...spec, ...more })
    expect(await check({})).toMatchObject({ pass: false, message: 'Run 2026.4: failed.' })
    expect(await check({ branch: ['main'] })).toMatchObject({ pass: true, message: 'Run 2026.3 succeeded in 10m' })
    expect(await check({ branch: ['main'], variables: { stage: 'live' } })).toMatchObject({
      message: 'Run 2026.2: canceled.',
    })
    expect(await check({ branch: ['main'], thresholdMillis: 60_000 })).toMatchObject({
      pass: false,
      message: 'Run 2026.3 took 10m, expected at most 1m.',
    })
    expect(await check({ branch: ['other'] })).toMatchObject({ message: 'No completed run of release matches.' })
    expect(await check({ pipeline: 'none' })).toMatchObject({ message: 'shop has no pipeline none.' })
    expect(await check({ personalAccessToken: { value: 'wrong' } })).toMatchObject({
      message: expect.stringContaining('authentication failed') as string,
    })
  })

  test('ends at its timeout, reports a lost connection and redacts its token', async () => {
    const spec = await start(undefined)
    expect(await runCheckType('azureDevops', spec, { timeoutMs: 300 })).toMatchObject(noResponse)
    expect(await runCheckType('azureDevops', { ...spec, url: await startDropping() })).toMatchObject(lost)
    const echoing = await services.start(({ path }) =>
      path.endsWith('pipelines')
        ? { body: { value: [{ id: 7, name: 'release' }] } }
        : { code: 500, body: { message: token } },
    )
    const echoed = await runCheckType('azureDevops', { ...spec, url: echoing.url })
    expect(echoed).toMatchObject({ pass: false, message: 'Azure DevOps responded with 500: ***.' })
  })
})

const startDynatrace = async (problems: readonly object[] | undefined) => {
  const { url, requests } = await services.start(({ headers }) => {
    if (headers.authorization !== 'Api-Token dt0c01.key')
      return { code: 401, body: { error: { message: 'Invalid token' } } }
    return problems && { body: { totalCount: problems.length, problems } }
  })
  return { requests, spec: { host: url.replace('http://', ''), scheme: 'http', apiKey: { value: 'dt0c01.key' } } }
}

describe('the Dynatrace check', () => {
  test('fails while problems are open', async () => {
    const { spec, requests } = await startDynatrace([{ title: 'Slow dt0c01.key', displayId: 'P-1', status: 'OPEN' }])
    expect(await runCheckType('dynatrace', spec)).toMatchObject({
      pass: false,
      message: '1 open: P-1 Slow ***.',
      details: { count: 1, problems: [{ displayId: 'P-1', title: 'Slow ***' }] },
    })
    expect(requests[0]?.query.get('problemSelector')).toBe('status("open")')
    expect(await runCheckType('dynatrace', { ...spec, apiKey: { value: 'wrong' } })).toMatchObject({
      message: 'Dynatrace: authentication failed: Invalid token. Use an API token with the scope problems.read.',
    })
  })

  test('passes without open problems, and says what it needs', async () => {
    const { spec } = await startDynatrace([])
    expect(await runCheckType('dynatrace', spec)).toMatchObject({ pass: true, message: 'No open problems' })
    expect(await runCheckType('dynatrace', { host: 'a.example.test' })).toMatchObject({
      message: 'Dynatrace needs a host and an API key: set host and apiKey, or connection.',
    })
  })

  test('ends at its timeout, and reports a lost connection', async () => {
    const { spec } = await startDynatrace(undefined)
    expect(await runCheckType('dynatrace', spec, { timeoutMs: 300 })).toMatchObject(noResponse)
    expect(await runCheckType('dynatrace', { ...spec, host: await startDropping() })).toMatchObject(lost)
  })
})

const startBackups = async (items: readonly object[] | undefined) => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const { url, requests } = await services.start(({ path }) => {
    if (path === '/token') return { body: { access_token: 'token-of-google', expires_in: 3_600 } }
    return items && { body: { items } }
  })
  const credentials = {
    type: 'service_account',
    client_email: 'a@b.test',
    private_key: await exportPKCS8(privateKey),
    token_uri: `${url}/token`,
  }
  const gcpConnection = { endpoint: url, credentials: { value: JSON.stringify(credentials) } }
  return { requests, gcp: { project: 'shop', instance: 'orders', gcpConnection } }
}

const endTime = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

describe('the check of database backups', () => {
  test('judges the newest backup that has ended, and its age', async () => {
    const { gcp, requests } = await startBackups([
      { status: 'RUNNING' },
      { status: 'SUCCESSFUL', endTime: endTime(30) },
      { status: 'SKIPPED', endTime: endTime(1) },
    ])
    expect(await runCheckType('databaseBackup', { gcp })).toMatchObject({
      pass: true,
      message: 'The last backup is 1d6h old',
    })
    expect(await runCheckType('databaseBackup', { gcp, maxAge: '24h' })).toMatchObject({
      pass: false,
      message: 'The last backup is 1d6h old, expected at most 1d.',
    })
    expect(requests.at(-1)?.path).toBe('/v1/projects/shop/instances/orders/backupRuns')
  })

  test('fails for a date that cannot be read', async () => {
    const { gcp } = await startBackups([
      { status: 'SUCCESSFUL', endTime: endTime(1) },
      { status: 'SUCCESSFUL', endTime: 'yesterday' },
    ])
    expect(await runCheckType('databaseBackup', { gcp, maxAge: '24h' })).toMatchObject({
      pass: false,
      message: 'The last backup has no valid date.',
    })
  })

  test('fails without a backup, and when the last one failed, and redacts its token', async () => {
    const failed = { status: 'FAILED', endTime: endTime(1), error: { message: 'quota, token-of-google' } }
    const { gcp } = await startBackups([failed, { status: 'SUCCESSFUL', endTime: endTime(25) }])
    expect(await runCheckType('databaseBackup', { gcp })).toMatchObject({
      message: 'The last backup is FAILED: quota, ***.',
    })
  })

  test('says what it needs, and ends at its timeout', async () => {
    const { gcp } = await startBackups(undefined)
    expect(await runCheckType('databaseBackup', { gcp }, { timeoutMs: 1_000 })).toMatchObject({
      pass: false,
      message: 'No response within 1 s.',
    })
    expect(await runCheckType('databaseBackup', { gcp: { project: 'shop', instance: 'orders' } })).toMatchObject({
      message:
        'Google Cloud needs credentials: set gcp.gcpConnection.credentials to the key of a service account, or gcp.gcpConnection.connection.',
    })
  })
})

const alarm = (AlarmName: string, StateValue: string) => ({ AlarmName, StateValue, StateReason: key.secretKey })

const startCloudwatch = async () =>
  aws((action, { body }) => {
    if (action !== 'DescribeAlarms') return rejected('UnknownOperation', false)
    if (body.includes('prefix-that-hangs')) return undefined
    if (body.includes('prefix-of-nothing')) return { body: { MetricAlarms: [] } }
    return body.includes('NextToken')
      ? { body: { CompositeAlarms: [alarm('shop', 'OK')] } }
      : { body: { MetricAlarms: [alarm('cpu', 'ALARM'), alarm('disk', 'INSUFFICIENT_DATA')], NextToken: 'more' } }
  })

describe('the CloudWatch check', () => {
  test('fails with alarms in ALARM, or in its state, and with alarms that do not exist', async () => {
    const access = await startCloudwatch()
    expect(await runCheckType('cloudwatch', access)).toMatchObject({
      pass: false,
      message: 'ALARM: cpu.',
      messageIfTestPasses: 'ALARM: cpu',
      details: { count: 3, results: [{ StateReason: '***' }, {}, { AlarmName: 'shop' }] },
    })
    expect(await runCheckType('cloudwatch', { ...access, state: 'INSUFFICIENT_DATA' })).toMatchObject({
      pass: false,
      message: 'INSUFFICIENT_DATA: disk.',
    })
    expect(await runCheckType('cloudwatch', { ...access, filter: { state: 'OK' } })).toMatchObject({
      pass: true,
      message: '1 alarm without a failure',
    })
    expect(await runCheckType('cloudwatch', { ...access, alarms: ['shop', 'gone'] })).toMatchObject({
      pass: false,
      message: 'No alarm is named gone.',
    })
    expect(await runCheckType('cloudwatch', { ...access, alarmPrefix: 'prefix-of-nothing' })).toMatchObject({
      pass: false,
      message: 'No alarm matches.',
    })
  })

  test('reports a wrong key, no response and a lost connection', async () => {
    const access = await startCloudwatch()
    expect(await runCheckType('cloudwatch', { ...access, secretKey: { value: 'wrong' } })).toMatchObject({
      message: 'CloudWatch in eu-west-1 responded with 400: the secret key is wrong.',
    })
    const hanging = { ...access, alarmPrefix: 'prefix-that-hangs' }
    expect(await runCheckType('cloudwatch', hanging, { timeoutMs: 300 })).toMatchObject(noResponse)
    expect(await runCheckType('cloudwatch', { ...access, endpoint: await startDropping() })).toMatchObject(lost)
  })
})

test('http and prometheus checks sign their requests for AWS', async () => {
  const signed: object[] = []
  const { url } = await services.start((request) => {
    const error = findSignatureError(request, key)
    signed.push({ error, ...readScope(request) })
    const body = { status: 'success', data: { resultType: 'vector', result: [] } }
    return { code: error === undefined ? 200 : 403, body }
  })
  const { accessKey, secretKey } = key
  const awsSigV4 = { region: 'eu-central-1', service: 'aps', accessKey, secretKey }
  const spec = { url: `${url}/workspaces/a b`, query: 'up{job="a"} > 0', awsSigV4 }
  expect(await runCheckType('prometheus', spec)).toMatchObject({ pass: true })
  expect(await runCheckType('http', { url: `${url}/?b=2&a=%20`, awsSigV4 })).toMatchObject({ pass: true })
  const scope = { error: undefined, accessKey, region: 'eu-central-1', service: 'aps' }
  expect(signed).toEqual([scope, scope])
  const wrong = { ...awsSigV4, secretKey: 'wrong' }
  expect(await runCheckType('http', { url, awsSigV4: wrong })).toMatchObject({
    message: 'Expected a 2xx code, got 403.',
  })
  const { service: _service, ...unnamed } = awsSigV4
  expect(await runCheckType('http', { url, awsSigV4: unnamed })).toMatchObject({
    pass: false,
    message: 'awsSigV4 needs service, such as aps or execute-api.',
  })
})
