import type { About } from '#shared/access/decide.ts'
import type { Resource } from '#shared/access/resources.ts'
import { ruleDocument } from '#client/domain/notifications/rule-document.ts'
import { settingsTables, type SettingsTable } from '#shared/settings/settings-tables.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'

export type ResourceTable = SettingsTable | 'config_scrapers' | 'playbooks' | 'notifications'

type OwnField = 'namespace' | 'labels' | 'icon'

type Row = Readonly<Record<string, unknown>>

export interface ResourceKind {
  readonly table: ResourceTable
  readonly title: string
  readonly noun: string
  readonly resource: Resource
  readonly listed: string
  readonly schema: string | null
  readonly fields: readonly OwnField[]
  readonly hasMembers: boolean
  readonly hasJobs: boolean
  readonly buttons: { readonly leave: string; readonly create: string; readonly save: string }
  readonly listHref: string
  readonly afterSave: string | null
  readonly entry: string | null
  readonly getTitle?: (spec: Readonly<Record<string, unknown>>) => string | null
  /** For rows without a spec column. Both functions reject when the input cannot be read or written. */
  readonly document?: {
    readonly loadSpec: (row: Row) => Promise<Row>
    /** Columns that differ from the saved row; null for a new one. */
    readonly toColumns: (spec: Row, saved: Row | null) => Promise<Row>
  }
  readonly savedMessages?: { readonly created: string; readonly updated: string }
  readonly toColumns?: (spec: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  readonly firstSpec: string
  readonly note?: string
}

const buttons = { leave: 'Back', create: 'Save', save: 'Update' } as const
const tableHref = (table: SettingsTable) => linkTo(routes.settingsTable, { table })

const tableKind = (
  table: SettingsTable,
  noun: string,
  more: Partial<ResourceKind> & Pick<ResourceKind, 'listed'>,
): ResourceKind => ({
  table,
  noun,
  title: settingsTables[table].title,
  resource: settingsTables[table].resource,
  schema: null,
  fields: [],
  hasMembers: false,
  hasJobs: true,
  entry: null,
  buttons,
  listHref: tableHref(table),
  afterSave: tableHref(table),
  firstSpec: '',
  ...more,
})

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const resourceKinds: Readonly<Record<ResourceTable, ResourceKind>> = {
  canaries: tableKind('canaries', 'health check', {
    listed: 'canaries_with_status',
    schema: 'canary.spec',
    fields: ['namespace', 'labels'],
    entry: 'check',
  }),
  topologies: tableKind('topologies', 'topology', {
    listed: 'topologies_with_status',
    schema: 'topology.spec',
    fields: ['namespace', 'labels'],
    afterSave: routes.integrations,
    entry: 'component',
    firstSpec: "schedule: '@every 5m'\ncomponents:\n  - name: ''\n",
  }),
  config_scrapers: {
    ...tableKind('canaries', 'scraper', { listed: 'config_scrapers_with_status' }),
    table: 'config_scrapers',
    title: 'Catalog Scrapers',
    resource: 'config_scrapers',
    schema: 'scrape_config.spec',
    fields: ['namespace'],
    entry: 'source',
    listHref: routes.scrapers,
    afterSave: routes.scrapers,
  },
  playbooks: {
    ...tableKind('canaries', 'playbook', { listed: 'playbooks' }),
    table: 'playbooks',
    title: 'Playbooks',
    resource: 'playbooks',
    hasJobs: false,
    entry: 'action',
    buttons: { leave: 'Back', create: 'Create playbook', save: 'Save playbook' },
    listHref: routes.playbooks,
    afterSave: null,
    firstSpec: 'title: New playbook\nactions:\n  - name: first\n    exec:\n      script: |\n        date\n',
    getTitle: ({ title }) => textOrNull(title),
    toColumns: ({ title, category }) => ({ title: textOrNull(title) ?? '', category: textOrNull(category) ?? '' }),
  },
  notifications: {
    ...tableKind('canaries', 'notification rule', { listed: 'notifications' }),
    table: 'notifications',
    title: 'Notification rules',
    resource: 'notifications',
    hasJobs: false,
    buttons: { leave: 'Back', create: 'Save rule', save: 'Save rule' },
    listHref: routes.notificationRules,
    afterSave: routes.notificationRules,
    firstSpec: 'events:\n  - check.failed\nrepeat_interval: 4h\n',
    document: ruleDocument,
    savedMessages: {
      created: 'Notification created successfully',
      updated: 'Notification updated successfully',
    },
  },
  teams: tableKind('teams', 'team', { listed: 'teams_with_status', fields: ['icon'], hasMembers: true }),
  incident_rules: tableKind('incident_rules', 'rule', {
    listed: 'incident_rules',
    schema: 'incident_rule.spec',
    firstSpec:
      "filter:\n  severity: [critical, high]\n  age: 1m\ntemplate:\n  title: ''\n  severity: high\nautoResolve:\n  timeout: 5m\n",
  }),
  logging_backends: tableKind('logging_backends', 'log backend', {
    listed: 'logging_backends',
    schema: 'logging_backend.spec',
    fields: ['labels'],
    hasJobs: false,
    buttons: { leave: 'Cancel', create: 'Submit', save: 'Submit' },
    listHref: routes.logBackends,
    afterSave: routes.logBackends,
  }),
}

/** Production serves no schema of these. */
const embeddedSchemas: ReadonlySet<string> = new Set(['incident_rule.spec', 'logging_backend.spec'])

export const schemaUrl = ({ schema }: Pick<ResourceKind, 'schema'>): string | undefined =>
  schema === null || (embeddedSchemas.has(schema) && !hasOwnBackend())
    ? undefined
    : `/api/schemas/${schema}.schema.json`

export const resourceHref = ({ table }: Pick<ResourceKind, 'table'>, id: string): string => {
  if (table === 'config_scrapers') return linkTo(routes.scraper, { id })
  if (table === 'notifications') return linkTo(routes.notificationRule, { id })
  return table === 'playbooks' ? linkTo(routes.playbook, { id }) : linkTo(routes.settingsRow, { table, id })
}

interface Narrowed {
  readonly id: string
  readonly name: string
  readonly namespace?: string | null
  readonly labels?: Readonly<Record<string, string>> | null | undefined
}

export const aboutResource = (
  { table }: Pick<ResourceKind, 'table'>,
  { id, name, namespace = null, labels = null }: Narrowed,
): { readonly about?: About } => {
  if (table === 'canaries') return { about: { canary: { id, name, namespace, labels } } }
  return table === 'playbooks' ? { about: { playbook: { id, name } } } : {}
}
