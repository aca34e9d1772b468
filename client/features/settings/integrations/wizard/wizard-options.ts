import type { ChartId } from '#shared/settings/integration-charts.ts'
import type { DirectOption } from '#machines/settings/integration-wizard-machine.ts'
import type { EditedTable } from '#client/features/settings/resources/edited-kinds.ts'

interface Option {
  readonly title: string
  readonly about: string
}

export const chartOptions: Readonly<Record<ChartId, Option>> = {
  aws: { title: 'AWS', about: 'Accounts, resources, cost and CloudTrail changes' },
  azure: { title: 'Azure', about: 'Subscriptions, resources, activity log' },
  prometheus: { title: 'Prometheus', about: 'Topology and health of a Prometheus server' },
  flux: { title: 'Flux', about: 'Kustomizations, Helm releases and their state' },
  kubernetes: { title: 'Kubernetes', about: 'Objects, events, topology and playbooks of a cluster' },
  'mission-control': { title: 'Mission Control', about: 'The backend itself: jobs, agents, queue' },
}

export const directOptionsShown: Readonly<
  Record<DirectOption, Option & { readonly table: EditedTable; readonly feature?: string }>
> = {
  topology: { title: 'Custom Topology', about: 'Components from queries, checks and lookups', table: 'topologies' },
  scraper: { title: 'Catalog Scraper', about: 'Config items from one type of source', table: 'config_scrapers' },
  'log-backend': {
    title: 'Log Backends',
    about: 'Source of a component’s logs',
    table: 'logging_backends',
    feature: 'logs',
  },
}
