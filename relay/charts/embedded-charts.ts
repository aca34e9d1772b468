import type { ChartId } from '#shared/settings/integration-charts.ts'

type Json = Readonly<Record<string, unknown>>

export interface EmbeddedChart {
  readonly name: string
  readonly schema: Json
  readonly values: Json
}

export const embeddedAt = '2026-11-24T00:00:00.000Z'

const text = (description: string): Json => ({ type: 'string', description })
const flag = (description: string): Json => ({ type: 'boolean', description })
const texts = (description: string): Json => ({ type: 'array', items: { type: 'string' }, description })
const object = (properties: Json, description = ''): Json => ({ type: 'object', properties, description })

const labels: Json = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Labels of all it creates',
}
const topologyName = text('Name of the topology')

export const embeddedCharts: Readonly<Record<ChartId, EmbeddedChart>> = {
  aws: {
    name: 'mission-control-aws',
    schema: object({
      labels,
      scraper: object({ name: text('Name of the scraper') }),
      topology: object({ name: topologyName }),
      connection: text('Connection with the credentials, such as connection://mission-control/aws'),
      region: texts('Regions to read'),
      assumeRole: text('IAM role to assume'),
      endpoint: text('Endpoint other than that of AWS'),
      skipTLSVerify: flag('Accept any certificate'),
      compliance: flag('Failed AWS Config rules become insights'),
      cloudtrail: object({ maxAge: text('How far back events are read'), exclude: texts('Events to leave out') }),
      costReporting: object({
        enabled: flag('Read cost reports'),
        database: text('Athena database'),
        table: text('Athena table'),
        region: text('Region of the report'),
        s3BucketPath: text('Where query results are written'),
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
      scraper: object({ name: text('Name of the scraper') }),
      subscriptionID: text('Subscription to read'),
      organisation: text('Name of the organisation'),
      tenantID: text('Tenant of the subscription'),
      connectionDetails: object({ connection: text('Connection with the credentials') }),
      exclusions: object({ activityLogs: texts('Operations of the activity log to leave out') }),
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
      prometheusNamespace: text('Namespace that Prometheus runs in'),
      prometheusURL: text('Address of Prometheus'),
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
      clusterName: text('Name of the cluster'),
      prometheusURL: text('Address of a Prometheus with metrics of the cluster'),
      scraper: object({
        name: text('Name of the scraper'),
        schedule: text('When the cluster is read'),
        exclusions: object({
          name: texts('Names to leave out'),
          namespace: texts('Namespaces to leave out'),
          kind: texts('Kinds to leave out'),
        }),
      }),
      topology: object({ name: topologyName, schedule: text('When the topology is read') }),
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
      connectionName: text('Connection to the database of Mission Control'),
      isAgent: flag('It watches an agent, which has no database of its own to ask'),
      playbooks: flag('Install playbooks'),
      topology: object({ enabled: flag('Make a topology') }),
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
