import { expect, test } from 'vitest'
import { readScope, findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { scrapers, start } = scrapingTests()
const services = standIns()

const key = { accessKey: 'AKIAOFTHEACCOUNT', secretKey: 'secret-key-of-the-account' }
const xml = (body: string, code = 200): StandInResponse => ({ code, headers: { 'content-type': 'text/xml' }, body })
const errorResponse = (code: number, name: string, message = '') =>
  xml(`<Response><Errors><Error><Code>${name}</Code><Message>${message}</Message></Error></Errors></Response>`, code)
const tags = (name: string) => `<tagSet><item><key>Name</key><value>${name}</value></item></tagSet>`

const instance = (id: string, state: string) => `<item><instancesSet><item>
  <instanceId>${id}</instanceId><instanceState><code>16</code><name>${state}</name></instanceState>
  <launchTime>2026-10-01T00:00:00.000Z</launchTime><subnetId>subnet-1</subnetId><vpcId>vpc-1</vpcId>
  <groupSet><item><groupId>sg-1</groupId><groupName>web</groupName></item></groupSet>
  <blockDeviceMapping><item><deviceName>/dev/xvda</deviceName><ebs><volumeId>vol-1</volumeId></ebs></item></blockDeviceMapping>
  ${tags(`web ${id}`)}</item></instancesSet></item>`

const responses: Readonly<Record<string, StandInResponse>> = {
  'sts GetCallerIdentity': xml(
    '<R><GetCallerIdentityResult><Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/ann</Arn></GetCallerIdentityResult></R>',
  ),
  'ec2 DescribeVpcs': xml(
    `<R><vpcSet><item><vpcId>vpc-1</vpcId><state>available</state>${tags('main')}</item></vpcSet></R>`,
  ),
  'ec2 DescribeSubnets': xml(
    `<R><subnetSet><item><subnetId>subnet-1</subnetId><vpcId>vpc-1</vpcId><availableIpAddressCount>250</availableIpAddressCount></item></subnetSet></R>`,
  ),
  'ec2 DescribeSecurityGroups': xml(
    '<R><securityGroupInfo><item><groupId>sg-1</groupId><groupName>web</groupName><vpcId>vpc-1</vpcId></item></securityGroupInfo></R>',
  ),
  'ec2 DescribeVolumes': xml(
    '<R><volumeSet><item><volumeId>vol-1</volumeId><status>in-use</status></item></volumeSet></R>',
  ),
  'ec2 DescribeInstances': xml(
    `<R><reservationSet>${instance('i-1', 'running')}${instance('i-2', 'terminated')}</reservationSet></R>`,
  ),
  'iam ListRoles': xml(
    `<R><ListRolesResult><IsTruncated>false</IsTruncated><Roles><member><RoleName>runner</RoleName><RoleId>AROA1</RoleId>
     <Arn>arn:aws:iam::123456789012:role/runner</Arn><AssumeRolePolicyDocument>${encodeURIComponent('{"Version":"2012"}')}</AssumeRolePolicyDocument></member></Roles></ListRolesResult></R>`,
  ),
  's3 /': xml('<R><Buckets><Bucket><Name>shop</Name><BucketRegion>eu-west-1</BucketRegion></Bucket></Buckets></R>'),
  'rds DescribeDBInstances': xml(
    `<R><DescribeDBInstancesResult><DBInstances><DBInstance><DBInstanceIdentifier>shop-db</DBInstanceIdentifier>
     <DBInstanceArn>arn:aws:rds:eu-west-1:123456789012:db:shop-db</DBInstanceArn><DBInstanceStatus>available</DBInstanceStatus>
     <LatestRestorableTime>2026-11-01T00:00:00Z</LatestRestorableTime><DBSubnetGroup><VpcId>vpc-1</VpcId></DBSubnetGroup>
     <VpcSecurityGroups><VpcSecurityGroupMembership><VpcSecurityGroupId>sg-1</VpcSecurityGroupId></VpcSecurityGroupMembership></VpcSecurityGroups>
     </DBInstance></DBInstances></DescribeDBInstancesResult></R>`,
  ),
  'lambda /2015-03-31/functions': {
    body: {
      Functions: [
        {
          FunctionName: 'resize',
          FunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:resize',
          Role: 'arn:aws:iam::123456789012:role/runner',
          Environment: { Variables: { GREETING: 'word-of-a-variable' } },
        },
      ],
    },
  },
  'eks /clusters': { body: { clusters: ['shop'] } },
  'eks /clusters/shop': {
    body: {
      cluster: {
        name: 'shop',
        arn: 'arn:aws:eks:eu-west-1:123456789012:cluster/shop',
        status: 'ACTIVE',
        createdAt: 1_760_000_000.5,
        roleArn: 'arn:aws:iam::123456789012:role/runner',
        resourcesVpcConfig: { vpcId: 'vpc-1', subnetIds: ['subnet-1'] },
      },
    },
  },
}

const getAction = (request: ReceivedRequest) =>
  `${readScope(request).service} ${new URLSearchParams(request.body).get('Action') ?? request.path}`
type Other = (action: string, request: ReceivedRequest) => StandInResponse | undefined

const account =
  (other: Other = () => undefined) =>
  (request: ReceivedRequest): StandInResponse => {
    const signatureError = findSignatureError(request, key)
    if (signatureError !== undefined) return errorResponse(403, signatureError)
    const action = getAction(request)
    return other(action, request) ?? responses[action] ?? errorResponse(400, 'InvalidAction', action)
  }

const scraping = async (
  respond: (request: ReceivedRequest) => StandInResponse | undefined,
  { regions = 'eu-west-1', more = '', top = '' } = {},
) => {
  const service = await services.start(respond)
  const { accessKey, secretKey } = key
  const source = `endpoint: '${service.url}', accessKey: ${accessKey}, secretKey: { value: ${secretKey} }, region: [${regions}]${more}`
  await start({ 'aws.yaml': scraperDocument('aws', `${top}  aws: [{ ${source} }]\n`) })
  return { ...service, run: await scrapers.run('aws') }
}

test('resources become items with containment and usage relations and without secrets [CAT-02]', async () => {
  const { run, requests } = await scraping(account())
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [], summary: { added: 11 } })
  const items = await scrapers.items()
  const findId = (type: string) => items.find((item) => item.type === type)?.id
  expect(items).toMatchObject([
    { type: 'AWS::::Account', name: '123456789012' },
    {
      type: 'AWS::EBS::Volume',
      name: 'vol-1',
      status: 'in-use',
      health: 'healthy',
      parent_id: findId('AWS::::Account'),
    },
    {
      type: 'AWS::EC2::Instance',
      name: 'web i-1',
      external_id: ['i-1', 'arn:aws:ec2:eu-west-1:123456789012:instance/i-1'],
      status: 'running',
      health: 'healthy',
      parent_id: findId('AWS::EC2::Subnet'),
      tags: { account: '123456789012', region: 'eu-west-1' },
      labels: { Name: 'web i-1' },
    },
    { type: 'AWS::EC2::SecurityGroup', name: 'web', parent_id: findId('AWS::EC2::VPC') },
    { type: 'AWS::EC2::Subnet', name: 'subnet-1', parent_id: findId('AWS::EC2::VPC') },
    { type: 'AWS::EC2::VPC', name: 'main', parent_id: findId('AWS::::Account') },
    {
      type: 'AWS::EKS::Cluster',
      name: 'shop',
      status: 'ACTIVE',
      health: 'healthy',
      parent_id: findId('AWS::EC2::VPC'),
    },
    { type: 'AWS::IAM::Role', name: 'runner', config: { AssumeRolePolicyDocument: { Version: '2012' } } },
    { type: 'AWS::Lambda::Function', name: 'resize', config: { Environment: ['GREETING=***'] } },
    { type: 'AWS::RDS::DBInstance', name: 'shop-db', health: 'healthy', parent_id: findId('AWS::EC2::VPC') },
    { type: 'AWS::S3::Bucket', name: 'shop', tags: { region: 'eu-west-1' } },
  ])
  expect(JSON.stringify(items)).not.toMatch(/word-of-a-variable|availableIpAddressCount|LatestRestorableTime/i)
  expect(await scrapers.relatedTypes()).toEqual([
    'AWS::EC2::Instance AWS::EBS::Volume',
    'AWS::EC2::Instance AWS::EC2::SecurityGroup',
    'AWS::EKS::Cluster AWS::EC2::Subnet',
    'AWS::EKS::Cluster AWS::IAM::Role',
    'AWS::Lambda::Function AWS::IAM::Role',
    'AWS::RDS::DBInstance AWS::EC2::SecurityGroup',
  ])
  expect(new Set(requests.map((each) => `${readScope(each).service} ${readScope(each).region}`))).toEqual(
    new Set([
      'sts eu-west-1',
      'ec2 eu-west-1',
      's3 eu-west-1',
      'rds eu-west-1',
      'lambda eu-west-1',
      'eks eu-west-1',
      'iam us-east-1',
    ]),
  )
  expect((await scrapers.run('aws')).summary).toMatchObject({ updated: 0, changes: 0 })
})

test('pages are read in order, in each region, only for the requested types', async () => {
  const { run, requests } = await scraping(
    account((action, each) => {
      const { region } = readScope(each)
      const isSecond = new URLSearchParams(each.body).get('NextToken') === 'two'
      if (action !== 'ec2 DescribeVolumes') return undefined
      const more = isSecond ? '' : '<nextToken>two</nextToken>'
      return xml(
        `<R><volumeSet><item><volumeId>vol-${region}-${isSecond ? 2 : 1}</volumeId></item></volumeSet>${more}</R>`,
      )
    }),
    { regions: 'eu-west-1, us-east-2', more: ', include: [EBS*, S3, AWS::EC2::VPC], exclude: [VPC]' },
  )
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 6 } })
  expect((await scrapers.items('type=eq.AWS::EBS::Volume')).map(({ name }) => name)).toEqual([
    'vol-eu-west-1-1',
    'vol-eu-west-1-2',
    'vol-us-east-2-1',
    'vol-us-east-2-2',
  ])
  expect(new Set(requests.map(getAction))).toEqual(new Set(['sts GetCallerIdentity', 's3 /', 'ec2 DescribeVolumes']))
})

test('an access error does not stop the rest, and a throttled request is retried', async () => {
  let throttled = 0
  const { run } = await scraping(
    account((action) => {
      if (action === 'ec2 DescribeInstances')
        return errorResponse(403, 'UnauthorizedOperation', 'You are not authorized to perform this operation.')
      if (action === 'eks /clusters')
        return { code: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' }, body: { message: 'No list.' } }
      if (action !== 'rds DescribeDBInstances' || throttled > 0) return undefined
      throttled += 1
      return { ...errorResponse(503, 'Throttling'), headers: { 'retry-after': '0' } }
    }),
  )
  expect(run).toMatchObject({ status: 'WARNING', summary: { added: 9 } })
  expect(run.errors).toEqual([
    'AWS::EC2::Instance in eu-west-1: EC2 in eu-west-1 responded with 403: UnauthorizedOperation: You are not authorized to perform this operation.',
    'AWS::EKS::Cluster in eu-west-1: EKS in eu-west-1 responded with 403: AccessDeniedException: No list.',
  ])
})

test('a role is assumed before anything is read', async () => {
  const taken = {
    accessKey: 'ASIAOFTHEROLE',
    secretKey: 'secret-key-of-the-role',
    sessionToken: 'token-of-the-session',
  }
  const known = account()
  const { run, requests } = await scraping(
    (each) => {
      if (readScope(each).accessKey === taken.accessKey) {
        const signatureError = findSignatureError(each, taken)
        return signatureError === undefined
          ? (responses[getAction(each)] ?? errorResponse(400, 'InvalidAction'))
          : errorResponse(403, signatureError)
      }
      if (getAction(each) !== 'sts AssumeRole') return known(each)
      const { accessKey, secretKey, sessionToken } = taken
      return xml(
        `<R><AssumeRoleResult><Credentials><AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>${secretKey}</SecretAccessKey><SessionToken>${sessionToken}</SessionToken></Credentials></AssumeRoleResult></R>`,
      )
    },
    { more: ', assumeRole: arn:aws:iam::123456789012:role/reader' },
  )
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 11 } })
  const [first, ...others] = requests
  expect(Object.fromEntries(new URLSearchParams(first?.body))).toMatchObject({
    RoleArn: 'arn:aws:iam::123456789012:role/reader',
  })
  expect(others.every((each) => each.headers['x-amz-security-token'] === taken.sessionToken)).toBe(true)
})

test('an invalid key is reported and never shown', async () => {
  const { run } = await scraping(() =>
    errorResponse(403, 'InvalidClientTokenId', `The key ${key.secretKey} is not known.`),
  )
  expect(run.errors).toEqual(['STS in eu-west-1 responded with 403: unknown access key.'])
  expect(JSON.stringify(await scrapers.read('config_scrapers'))).not.toContain(key.secretKey)
})

test('an account that hangs times out', async () => {
  const { run } = await scraping(() => undefined, { top: '  timeout: 1s\n' })
  expect(run.errors).toEqual(['AWS in eu-west-1: timed out after 1s.'])
})

test('a long rate limit is reported', async () => {
  const limited = { ...errorResponse(503, 'RequestLimitExceeded'), headers: { 'retry-after': '120' } }
  const { run } = await scraping(account((action) => (action === 'ec2 DescribeVpcs' ? limited : undefined)))
  expect(run.errors).toEqual([
    expect.stringContaining('EC2 in eu-west-1: rate limit reached, retry in 2 min.') as string,
  ])
})

const vpcs = (body: string) => account((action) => (action === 'ec2 DescribeVpcs' ? xml(body) : undefined))
const ofVpcs = (message: string) => `AWS::EC2::VPC in eu-west-1: ${message}.`
const unreadable = ofVpcs('EC2 in eu-west-1 returned an unreadable response (200)')

test.each([
  ['no XML', '<R><vpcSet>', unreadable],
  [
    'from another service',
    '<html><body>Sign in to the network</body></html>',
    ofVpcs('It returned an invalid response'),
  ],
  ['empty', '', ofVpcs('It returned an invalid response')],
  ['nested without end', '<a>'.repeat(1_000_000), unreadable],
  ['too large', ' '.repeat(17 * 1024 * 1024), ofVpcs('EC2 in eu-west-1 returned more than 16 MB')],
])('a response that is %s is an error of its part', async (_, body, error) => {
  const { run } = await scraping(vpcs(body), { more: ', include: [VPC, Volume]' })
  expect(run).toMatchObject({ errors: [error], summary: { added: 2 } })
})

test('items stay when a response is not from AWS or a listed cluster is not described', async () => {
  let isElsewhere = false
  const elsewhere = new Set(['ec2 DescribeVpcs', 'lambda /2015-03-31/functions', 'eks /clusters/shop'])
  await scraping(account((action) => (isElsewhere && elsewhere.has(action) ? { body: {} } : undefined)))
  const before = await scrapers.items('deleted_at=is.null')
  isElsewhere = true
  const { errors } = await scrapers.run('aws')
  expect(errors).toHaveLength(3)
  expect(await scrapers.items('deleted_at=is.null')).toHaveLength(before.length)
})

test('an endless list stops after a thousand pages, and an entry without an ID is not an item', async () => {
  const endless = '<R><vpcSet><item><state>available</state></item></vpcSet><nextToken>more</nextToken></R>'
  const { run } = await scraping(vpcs(endless), { more: ', include: [VPC]' })
  expect(run).toMatchObject({ errors: [ofVpcs('More than 1000 pages')], summary: { added: 1 } })
})

test('a document with unsupported fields is applied, its run lists them, and deleted resources disappear', async () => {
  let isDeleted = false
  const emptied = account((action) =>
    isDeleted && action === 'ec2 DescribeVpcs' ? xml('<R><vpcSet/></R>') : undefined,
  )
  const { run } = await scraping(emptied, {
    more: ', exclusions: { names: [x] }, compliance: false, trusted_advisor_check: false',
  })
  expect(run.errors).toEqual(['exclusions: exclusions by name or tag (transform can do so) is not supported.'])
  expect(run.summary).toMatchObject({ added: 11 })
  isDeleted = true
  expect((await scrapers.run('aws')).summary).toMatchObject({ deleted: 1 })
})

const readChanges = (name: string) => scrapers.listSummaries(`name=eq.${name}`, 'ec2.amazonaws.com')
const trailed = (id: string, name: string, resource: string | null, record: object = {}) => ({
  EventId: id,
  EventName: name,
  EventTime: 1_760_000_000.5,
  EventSource: 'ec2.amazonaws.com',
  Username: 'ann',
  Resources: resource === null ? [] : [{ ResourceType: 'AWS::EC2::Instance', ResourceName: resource }],
  CloudTrailEvent: JSON.stringify({ awsRegion: 'eu-west-1', ...record }),
})

test('an audit event is a change of its resource, stored once, or of the account when that is unknown', async () => {
  const target = 'CloudTrail_20131101.LookupEvents'
  let isDenied = false
  const { run, requests } = await scraping(
    account((_, { headers, body }) => {
      if (headers['x-amz-target'] !== target) return undefined
      if (isDenied)
        return { code: 400, headers: { 'x-amzn-errortype': 'AccessDeniedException' }, body: { Message: 'no' } }
      const { NextToken: token } = JSON.parse(body) as { NextToken?: string }
      const parameters = { requestParameters: { userData: 'x', password: 'word-of-a-request' } }
      return token === undefined
        ? { body: { NextToken: '2', Events: [trailed('e1', 'StopInstances', 'i-1', parameters)] } }
        : {
            body: {
              Events: [
                trailed('e2', 'TerminateInstances', 'i-1', { errorCode: 'UnauthorizedOperation', errorMessage: 'No' }),
                trailed('e3', 'CreateUser', 'bob'),
                trailed('e4', 'CreateTags', 'i-1'),
              ],
            },
          }
    }),
    { more: ', cloudtrail: { maxAge: 1d, exclude: [CreateTags] }' },
  )
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [] })
  const question = JSON.parse(requests.find(({ headers }) => headers['x-amz-target'] === target)?.body ?? '{}') as {
    StartTime: number
  }
  expect(question).toMatchObject({ LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }] })
  expect(Math.abs(question.StartTime - (Date.now() / 1_000 - 86_400))).toBeLessThan(60)
  expect(await readChanges('web i-1')).toMatchObject([
    {
      change_type: 'StopInstances',
      severity: 'info',
      external_created_by: 'ann',
      created_at: '2025-10-09T08:53:20.5+00:00',
      details: { awsRegion: 'eu-west-1', requestParameters: { userData: 'x', password: '***' } },
    },
    { severity: 'low', summary: 'TerminateInstances was rejected: UnauthorizedOperation: No' },
  ])
  expect(await readChanges('123456789012')).toMatchObject([{ change_type: 'CreateUser' }])
  isDenied = true
  expect(await scrapers.run('aws')).toMatchObject({
    errors: ['CloudTrail in eu-west-1: CLOUDTRAIL in eu-west-1 responded with 400: AccessDeniedException: no.'],
    summary: { unchanged: 11 },
  })
  expect(await readChanges('web i-1')).toHaveLength(2)
})

test('a document without credentials is applied, and its run requires them', async () => {
  await start({ 'aws.yaml': scraperDocument('aws', '  aws: [{ region: [eu-west-1] }]\n') })
  expect((await scrapers.run('aws')).errors).toEqual([
    'AWS needs credentials: set accessKey and secretKey, or select a connection.',
  ])
})

test('validates keys and regions', async () => {
  const { app } = await start({})
  for (const [source, message] of [
    [{ accessKey: 'a' }, 'aws[0].secretKey: requires accessKey: set both or neither.'],
    [{ connection: 'connection://a', region: 'eu/west' }, 'aws[0].region: must be regions such as eu-central-1.'],
  ] as const) {
    const payload = { name: 'x', source: 'UI', spec: { aws: [source] } }
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/db/config_scrapers', payload })
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { message }])
  }
})
