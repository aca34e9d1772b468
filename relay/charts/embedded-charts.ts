import type { ChartId } from '#shared/settings/integration-charts.ts'

type Json = Readonly<Record<string, unknown>>

interface EmbeddedChart {
  readonly name: string
  readonly schema: Json
  readonly values: Json
}

export const embeddedAt = '2026-11-24T00:00:00.000Z'

const text = (description: string): Json => ({ type: 'string', description })
const flag = (description: string): Json => ({ type: 'boolean', description })
const texts = (description: string): Json => ({ type: 'array', items: { type: 'string' }, description })
const object = (properties: Json): Json => ({ type: 'object', properties, description: '' })

const labels: Json = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Labels for all created resources',
}
const topologyName = text('Topology name')

export const embeddedCharts: Readonly<Record<ChartId, EmbeddedChart>> = {
  aws: {
    name: 'mission-control-aws',
    schema: object({
      labels,
      scraper: object({ name: text('Scraper name') }),
      topology: object({ name: topologyName }),
      connection: text('Connection with the credentials, such as connection://mission-control/aws'),
      region: texts('Regions to read'),
      assumeRole: text('IAM role to assume'),
      endpoint: text('Custom AWS endpoint'),
      skipTLSVerify: flag('Accept any certificate'),
      compliance: flag('Report failed AWS Config rules as insights'),
      cloudtrail: object({ maxAge: text('Maximum event age'), exclude: texts('Excluded events') }),
      costReporting: object({
        enabled: flag('Read cost reports'),
        database: text('Athena database'),
        table: text('Athena table'),
        region: text('Report region'),
        s3BucketPath: text('Query result location'),
      }),
    }),
    values: {
      scraper: { name: 'aws' },
      topology: { name: 'aws' },
      connection: '',
      region: [],
      assumeRole: '',
      compliance: true,
      cloudtrail: { maxAge: '7d', exclude: [] },
      costReporting: { enabled: false },
    },
  },
  azure: {
    name: 'mission-control-azure',
    schema: object({
      labels,
      scraper: object({ name: text('Scraper name') }),
      subscriptionID: text('Subscription to read'),
      organisation: text('Organization name'),
      tenantID: text('Subscription tenant'),
      connectionDetails: object({ connection: text('Connection with the credentials') }),
      exclusions: object({ activityLogs: texts('Excluded activity log operations') }),
    }),
    values: {
      scraper: { name: 'azure' },
      subscriptionID: '',
      organisation: '',
      tenantID: '',
      connectionDetails: {},
      exclusions: { activityLogs: [] },
    },
  },
  prometheus: {
    name: 'mission-control-prometheus',
    schema: object({
      labels,
      topologyName,
      prometheusNamespace: text('Prometheus namespace'),
      prometheusURL: text('Prometheus URL'),
    }),
    values: {
      topologyName: 'prometheus',
      prometheusNamespace: 'monitoring',
      prometheusURL: 'http://prometheus.monitoring.svc:9090',
    },
  },
  flux: {
    name: 'mission-control-flux',
    schema: object({ labels, topologyName }),
    values: { topologyName: 'flux' },
  },
  kubernetes: {
    name: 'mission-control-kubernetes',
    schema: object({
      labels,
      clusterName: text('Cluster name'),
      prometheusURL: text('URL of a Prometheus with metrics of the cluster'),
      scraper: object({
        name: text('Scraper name'),
        schedule: text('Scrape schedule'),
        exclusions: object({
          name: texts('Excluded names'),
          namespace: texts('Excluded namespaces'),
          kind: texts('Excluded kinds'),
        }),
      }),
      topology: object({ name: topologyName, schedule: text('Topology schedule') }),
      playbooks: object({ enabled: flag('Install playbooks for pods and deployments') }),
    }),
    values: {
      clusterName: 'kubernetes',
      prometheusURL: '',
      scraper: { name: 'kubernetes', schedule: '@every 15m', exclusions: { name: [], namespace: [], kind: [] } },
      topology: { name: 'cluster', schedule: '@every 5m' },
      playbooks: { enabled: true },
    },
  },
  'mission-control': {
    name: 'mission-control-watchtower',
    schema: object({
      labels,
      topologyName,
      connectionName: text('Connection to the Mission Control database'),
      isAgent: flag('Monitors an agent, which has no database to query'),
      playbooks: flag('Install playbooks'),
      topology: object({ enabled: flag('Create a topology') }),
    }),
    values: {
      topologyName: 'mission-control',
      connectionName: 'mission-control-db',
      isAgent: false,
      playbooks: true,
      topology: { enabled: true },
    },
  },
}
