import { expect, test } from 'vitest'
import { readScope, findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { scrapers, start } = scrapingTests()
const services = standIns()

const key = { accessKey: 'AKIAOFTHEACCOUNT', secretKey: 'secret-key-of-the-account' }
const account = '123456789012'
const xml = (body: string): StandInResponse => ({ headers: { 'content-type': 'text/xml' }, body })
const instance = (id: string) =>
  `<item><instanceId>${id}</instanceId><instanceState><name>running</name></instanceState></item>`
const responses: Readonly<Record<string, StandInResponse>> = {
  'sts GetCallerIdentity': xml(
    `<R><GetCallerIdentityResult><Account>${account}</Account><Arn>arn:aws:iam::${account}:user/ann</Arn></GetCallerIdentityResult></R>`,
  ),
  'ec2 DescribeInstances': xml(
    `<R><reservationSet><item><instancesSet>${instance('i-0123456789abcdef0')}${instance('i-2')}</instancesSet></item></reservationSet></R>`,
  ),
  's3 /': xml('<R><Buckets><Bucket><Name>shop</Name><BucketRegion>eu-west-1</BucketRegion></Bucket></Buckets></R>'),
}

const getAction = ({ headers, body, path }: ReceivedRequest): string => {
  const target = headers['x-amz-target']
  const action = typeof target === 'string' ? target.split('.').at(-1) : new URLSearchParams(body).get('Action')
  return `${readScope({ headers }).service} ${action ?? path}`
}
const errorResponse = (name: string, message: string): StandInResponse => ({
  code: 400,
  body: { __type: `com.amazonaws#${name}`, message },
})

type Other = (
  action: string,
  body: Readonly<Record<string, unknown>>,
  request: ReceivedRequest,
) => StandInResponse | undefined
const scraping = async (more: string, other: Other, { top = '' } = {}) => {
  const service = await services.start((request) => {
    if (findSignatureError(request, key) !== undefined) return errorResponse('UnrecognizedClientException', 'no')
    const action = getAction(request)
    const body =
      request.headers['x-amz-target'] === undefined ? {} : (JSON.parse(request.body) as Record<string, unknown>)
    return responses[action] ?? other(action, body, request) ?? errorResponse('UnknownOperation', action)
  })
  const source = `endpoint: '${service.url}', accessKey: ${key.accessKey}, secretKey: { value: ${key.secretKey} }, region: [eu-west-1], include: [Instance, Bucket], ${more}`
  await start({ 'aws.yaml': scraperDocument('aws', `${top}  aws: [{ ${source} }]\n`) })
  return { ...service, run: await scrapers.run('aws') }
}

const insights = () =>
  scrapers.read(
    'config_analysis?select=analyzer,analysis_type,severity,status,summary,message,analysis,config:configs(name)&order=summary,severity',
  )

const rule = 'ec2-instances-in-vpc'
const evaluated = (ResourceType: string, ResourceId: string, Annotation?: string) => ({
  EvaluationResultIdentifier: { EvaluationResultQualifier: { ConfigRuleName: rule, ResourceType, ResourceId } },
  ComplianceType: 'NON_COMPLIANT',
  Annotation,
})
const compliance =
  (results: (token: unknown) => object): Other =>
  (action, { NextToken: token }) => {
    if (action === 'config DescribeComplianceByConfigRule')
      return { body: { ComplianceByConfigRules: [{ ConfigRuleName: rule }] } }
    if (action === 'config DescribeConfigRules')
      return { body: { ConfigRules: [{ ConfigRuleName: rule, Description: 'Instances belong to a VPC.' }] } }
    return action === 'config GetComplianceDetailsByConfigRule' ? { body: results(token) } : undefined
  }

type Results = (token: unknown) => object
const deniedResults: Results = () => ({})
const inTwoPages: Results = (token) =>
  token === undefined
    ? { NextToken: '2', EvaluationResults: [evaluated('AWS::EC2::Instance', 'i-2', 'It is in none.')] }
    : { EvaluationResults: [evaluated('AWS::EC2::Instance', 'i-gone'), evaluated('AWS::EKS::Cluster', 'shop')] }

test('noncompliance is an insight on its item until resolved', async () => {
  let currentResults = inTwoPages
  const { run } = await scraping('compliance: true', (action, body, request) => {
    if (currentResults === deniedResults) return errorResponse('AccessDeniedException', 'No.')
    return compliance((token) => currentResults(token))(action, body, request)
  })
  expect(run).toMatchObject({ errors: [], summary: { added: 4 } })
  const found = {
    analyzer: 'AWS Config',
    analysis_type: 'compliance',
    severity: 'medium',
    status: 'open',
    summary: rule,
    message: 'Instances belong to a VPC.\nIt is in none.',
    config: { name: 'i-2' },
  }
  expect(await insights()).toMatchObject([found])
  currentResults = deniedResults
  expect((await scrapers.run('aws')).errors).toEqual([
    'Compliance in eu-west-1: CONFIG in eu-west-1 responded with 400: AccessDeniedException: No.',
  ])
  expect(await insights()).toMatchObject([found])
  currentResults = () => ({ EvaluationResults: [] })
  expect((await scrapers.run('aws')).errors).toEqual([])
  expect(await insights()).toMatchObject([{ ...found, status: 'resolved' }])
})
test('more findings than the limit are an error beside the items', async () => {
  const many = Array.from({ length: 20_001 }, (_, index) => evaluated('AWS::EC2::Instance', `i-${index}`))
  const { run } = await scraping(
    'compliance: {}',
    compliance(() => ({ EvaluationResults: many })),
  )
  expect(run.errors).toEqual(['Compliance in eu-west-1: More than 20000 findings.'])
  expect(run).toMatchObject({ summary: { added: 4 } })
})

const checks = [
  {
    id: 'idle',
    name: 'Low Utilization Amazon EC2 Instances',
    category: 'cost_optimizing',
    description: 'Stop <b>idle</b> instances.<br>',
    metadata: ['Region/AZ', 'Instance ID', 'Estimated Monthly Savings'],
  },
  {
    id: 'open',
    name: 'Amazon S3 Bucket Permissions',
    category: 'security',
    description: 'Close them.',
    metadata: ['Bucket Name'],
  },
  { id: 'fine', name: 'MFA on Root Account', category: 'security', description: '', metadata: [] },
  { id: 'left', name: 'Savings Plan', category: 'cost_optimizing', description: '', metadata: [] },
]
const flagged = (status: string, metadata: readonly string[], isSuppressed = false) => ({
  status,
  region: 'eu-west-1',
  resourceId: 'opaque',
  isSuppressed,
  metadata,
})
const results: Readonly<Record<string, object>> = {
  idle: {
    checkId: 'idle',
    status: 'warning',
    resourcesSummary: { resourcesProcessed: 9, resourcesFlagged: 1, resourcesIgnored: 0, resourcesSuppressed: 0 },
    categorySpecificSummary: {
      costOptimizing: { estimatedMonthlySavings: 42.5, estimatedPercentMonthlySavings: 0.5 },
    },
    flaggedResources: [
      flagged('warning', ['eu-west-1a', 'i-0123456789abcdef0', '$42.50']),
      flagged('ok', ['eu-west-1a', 'i-2', '$0']),
    ],
  },
  open: { checkId: 'open', status: 'error', flaggedResources: [flagged('error', ['shop']), flagged('error', ['x'])] },
}
const advising: Other = (action, { checkId, checkIds }) => {
  if (action === 'support DescribeTrustedAdvisorChecks') return { body: { checks } }
  if (action === 'support DescribeTrustedAdvisorCheckSummaries') {
    const requestedIds = Array.isArray(checkIds) ? checkIds : []
    return {
      body: { summaries: requestedIds.map((id) => ({ checkId: id, status: id === 'fine' ? 'ok' : 'warning' })) },
    }
  }
  return action === 'support DescribeTrustedAdvisorCheckResult'
    ? { body: { result: results[String(checkId)] } }
    : undefined
}

test('failing Trusted Advisor checks are insights on the account and affected resources', async () => {
  const { run, requests } = await scraping("trusted_advisor_check: true, exclude: ['Savings Plan']", advising)
  expect(run).toMatchObject({ errors: [], summary: { added: 4 } })
  expect(await insights()).toMatchObject([
    { summary: 'Amazon S3 Bucket Permissions', analysis_type: 'security', severity: 'high' },
    { summary: 'Amazon S3 Bucket Permissions', analysis_type: 'security', severity: 'high' },
    { summary: 'Low Utilization Amazon EC2 Instances' },
    { summary: 'Low Utilization Amazon EC2 Instances' },
  ])
  expect(await insights()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        analyzer: 'Trusted Advisor',
        analysis_type: 'cost',
        severity: 'medium',
        message: 'Stop idle instances.',
        analysis: {
          category: 'cost_optimizing',
          resourcesFlagged: 1,
          resourcesProcessed: 9,
          estimatedMonthlySavings: 42.5,
          estimatedPercentMonthlySavings: 0.5,
        },
        config: { name: account },
      }),
      expect.objectContaining({
        analysis: {
          category: 'cost_optimizing',
          columns: {
            'Region/AZ': 'eu-west-1a',
            'Instance ID': 'i-0123456789abcdef0',
            'Estimated Monthly Savings': '$42.50',
          },
        },
        config: { name: 'i-0123456789abcdef0' },
      }),
      expect.objectContaining({ config: { name: 'shop' } }),
    ]),
  )
  const support = requests.filter((each) => readScope(each).service === 'support')
  expect(new Set(support.map((each) => readScope(each).region))).toEqual(new Set(['us-east-1']))
})

test('an account without a support plan or checks is still scraped', async () => {
  let response: StandInResponse = errorResponse(
    'SubscriptionRequiredException',
    'Amazon Web Services Premium Support …',
  )
  const { run } = await scraping('trusted_advisor_check: true', (action) =>
    action === 'support DescribeTrustedAdvisorChecks' ? response : undefined,
  )
  expect(run.errors).toEqual([
    'Trusted Advisor: SUPPORT in eu-west-1 responded with 400: Trusted Advisor requires a Business or Enterprise support plan.',
  ])
  expect(run).toMatchObject({ summary: { added: 4 } })
  response = { body: { checks: [] } }
  expect((await scrapers.run('aws')).errors).toEqual([])
  expect(await insights()).toEqual([])
})

const report =
  "costReporting: { s3BucketPath: 's3://reports/results', database: costs, table: cur-2, region: af-south-1 }"
const cells = (...values: readonly (string | null)[]) => ({
  Data: values.map((value) => (value === null ? {} : { VarCharValue: value })),
})
const head = cells('id', 'hour_cost', 'day_cost', 'week_cost', 'month_cost')
const athena = (
  states: readonly object[],
  pages: (token: unknown) => object = () => ({ ResultSet: { Rows: [head] } }),
): Other => {
  const left = [...states]
  return (action, { NextToken: token }) => {
    if (action === 'athena StartQueryExecution') return { body: { QueryExecutionId: 'q1' } }
    if (action === 'athena GetQueryExecution')
      return { body: { QueryExecution: { Status: left.shift() ?? states.at(-1) } } }
    return action === 'athena GetQueryResults' ? { body: pages(token) } : undefined
  }
}

test('costs are read from the cost report and assigned by resource ID', async () => {
  const { run, requests } = await scraping(
    report,
    athena([{ State: 'QUEUED' }, { State: 'RUNNING' }, { State: 'SUCCEEDED' }], (token) =>
      token === undefined
        ? { NextToken: '2', ResultSet: { Rows: [head, cells('i-2', '0.6', '12.5', '80', '300.25')] } }
        : { ResultSet: { Rows: [cells('shop', null, '', 'much', '7'), cells('vol-9', '1', '1', '1', '1')] } },
    ),
  )
  expect(run).toMatchObject({ errors: [], summary: { added: 4 } })
  const costs = await scrapers.read(
    'configs?select=name,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d&cost_total_30d=gt.0&order=name',
  )
  expect(costs).toEqual([
    { name: 'i-2', cost_per_minute: 0.01, cost_total_1d: 12.5, cost_total_7d: 80, cost_total_30d: 300.25 },
    { name: 'shop', cost_per_minute: null, cost_total_1d: null, cost_total_7d: null, cost_total_30d: 7 },
  ])
  const athenas = requests.filter((each) => readScope(each).service === 'athena')
  expect(new Set(athenas.map((each) => readScope(each).region))).toEqual(new Set(['af-south-1']))
  expect(JSON.parse(athenas[0]?.body ?? '')).toMatchObject({
    QueryString: expect.stringContaining('FROM "costs"."cur-2"') as string,
    QueryExecutionContext: { Database: 'costs' },
    ResultConfiguration: { OutputLocation: 's3://reports/results' },
  })
})

test.each([
  [
    'is refused',
    () => errorResponse('AccessDeniedException', 'No.'),
    'ATHENA in af-south-1 responded with 400: AccessDeniedException: No',
  ],
  [
    'fails',
    athena([{ State: 'FAILED', StateChangeReason: 'Table cur-2 does not exist' }]),
    'Athena could not read the report: Table cur-2 does not exist',
  ],
  [
    'is too large',
    athena([{ State: 'SUCCEEDED' }], () => ({ ResultSet: { Rows: [cells('x'.repeat(17 * 1024 * 1024))] } })),
    'ATHENA in af-south-1 returned more than 16 MB',
  ],
] as const)('a report that %s is an error beside the items', async (_, other: Other, message) => {
  const { run } = await scraping(report, other)
  expect(run.errors).toEqual([`Costs of costs.cur-2: ${message}.`])
  expect(run).toMatchObject({ summary: { added: 4 } })
})

test('an empty report sets no costs', async () => {
  const { run } = await scraping(report, athena([{ State: 'SUCCEEDED' }]))
  expect(run).toMatchObject({ errors: [], summary: { added: 4 } })
  expect(await scrapers.read('configs?select=name&cost_total_30d=gt.0')).toEqual([])
})

test('a query that does not finish times out with the run', async () => {
  const { run } = await scraping(report, athena([{ State: 'RUNNING' }]), { top: '  timeout: 2s\n' })
  expect(run.errors).toEqual(['AWS in eu-west-1: timed out after 2s.'])
})

test('unsafe report names and a missing result location are rejected', async () => {
  const { app } = await start({})
  const base = { s3BucketPath: 's3://reports/results', database: 'costs', table: 'cur' }
  for (const [fields, message] of [
    [{ ...base, table: 'cur" WHERE 1=1 --' }, 'aws[0].costReporting.table: must consist of a-z, A-Z, 0-9, _ and -.'],
    [
      { ...base, s3BucketPath: 'https://reports' },
      'aws[0].costReporting.s3BucketPath: must be a location such as s3://bucket/path.',
    ],
    [
      { ...base, s3BucketPath: undefined },
      'aws[0].costReporting.s3BucketPath: required: the S3 location for Athena results.',
    ],
  ] as const) {
    const payload = {
      name: 'x',
      source: 'UI',
      spec: { aws: [{ connection: 'connection://a', costReporting: fields }] },
    }
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/db/config_scrapers', payload })
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { message }])
  }
})
