import type { ResourceKind } from '#shared/resources/kinds/resource-kind.ts'
import { resourceKinds, type TableWith } from '#shared/resources/resource-kinds.ts'
import { ruleDocument } from '#client/domain/notifications/rule-document.ts'
import { resourceListHref } from '#client/domain/resources/resource-href.ts'
import { routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import type { About } from '#shared/access/question.ts'

export type EditedTable = TableWith<'hasEditor'>

type OwnField = 'namespace' | 'labels' | 'icon'

type Row = Readonly<Record<string, unknown>>

export interface EditedKind extends ResourceKind {
  readonly table: EditedTable
  readonly listed: string
  readonly fields: readonly OwnField[]
  readonly hasMembers: boolean
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

const toEditedKind = (table: EditedTable, own: Partial<EditedKind>): EditedKind => ({
  ...resourceKinds[table],
  listed: table,
  fields: [],
  hasMembers: false,
  entry: null,
  buttons: { leave: 'Back', create: 'Save', save: 'Update' },
  listHref: resourceListHref(table),
  afterSave: resourceListHref(table),
  firstSpec: '',
  ...own,
})

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const editedKinds: Readonly<Record<EditedTable, EditedKind>> = {
  canaries: toEditedKind('canaries', {
    listed: 'canaries_with_status',
    fields: ['namespace', 'labels'],
    entry: 'check',
  }),
  topologies: toEditedKind('topologies', {
    listed: 'topologies_with_status',
    fields: ['namespace', 'labels'],
    afterSave: routes.integrations,
    entry: 'component',
    firstSpec: "schedule: '@every 5m'\ncomponents:\n  - name: ''\n",
  }),
  config_scrapers: toEditedKind('config_scrapers', {
    listed: 'config_scrapers_with_status',
    fields: ['namespace'],
    entry: 'source',
  }),
  playbooks: toEditedKind('playbooks', {
    specSchema: null,
    entry: 'action',
    buttons: { leave: 'Back', create: 'Create playbook', save: 'Save playbook' },
    afterSave: null,
    firstSpec: 'title: New playbook\nactions:\n  - name: first\n    exec:\n      script: |\n        date\n',
    getTitle: ({ title }) => textOrNull(title),
    toColumns: ({ title, category }) => ({ title: textOrNull(title) ?? '', category: textOrNull(category) ?? '' }),
  }),
  notifications: toEditedKind('notifications', {
    specSchema: null,
    buttons: { leave: 'Back', create: 'Save rule', save: 'Save rule' },
    firstSpec: 'events:\n  - check.failed\nrepeat_interval: 4h\n',
    document: ruleDocument,
    savedMessages: {
      created: 'Notification created successfully',
      updated: 'Notification updated successfully',
    },
  }),
  teams: toEditedKind('teams', { listed: 'teams_with_status', fields: ['icon'], hasMembers: true }),
  incident_rules: toEditedKind('incident_rules', {
    noun: 'rule',
    firstSpec:
      "filter:\n  severity: [critical, high]\n  age: 1m\ntemplate:\n  title: ''\n  severity: high\nautoResolve:\n  timeout: 5m\n",
  }),
  logging_backends: toEditedKind('logging_backends', {
    fields: ['labels'],
    buttons: { leave: 'Cancel', create: 'Submit', save: 'Submit' },
  }),
}

/** Production serves no schema of these. */
const embeddedSchemas: ReadonlySet<string> = new Set(['incident_rule.spec', 'logging_backend.spec'])

export const schemaUrl = ({ specSchema: schema }: Pick<EditedKind, 'specSchema'>): string | undefined =>
  schema === null || (embeddedSchemas.has(schema) && !hasOwnBackend())
    ? undefined
    : `/api/schemas/${schema}.schema.json`

interface Narrowed {
  readonly id: string
  readonly name: string
  readonly namespace?: string | null
  readonly labels?: Readonly<Record<string, string>> | null | undefined
}

export const aboutResource = (
  { table }: Pick<EditedKind, 'table'>,
  { id, name, namespace = null, labels = null }: Narrowed,
): { readonly about?: About } => {
  if (table === 'canaries') return { about: { canary: { id, name, namespace, labels } } }
  return table === 'playbooks' ? { about: { playbook: { id, name } } } : {}
}
