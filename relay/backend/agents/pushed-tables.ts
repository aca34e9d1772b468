import { resourceKinds, tablesWith, type TableWith } from '#shared/resources/resource-kinds.ts'

export type ColumnKind = 'text' | 'time' | 'json' | 'number' | 'boolean' | 'texts' | 'path'

export interface PushedTable {
  readonly name: string
  readonly key: readonly string[]
  readonly refs: Readonly<Record<string, string>>
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** Rows have a column `is_pushed`; rows of other relations are compared with what the upstream has. */
  readonly isFlagged: boolean
  readonly hasAgent: boolean
  readonly hasSource?: true
  readonly sortedBy: string
}

const named = { name: 'text', namespace: 'text' } as const
const dated = { created_at: 'time', updated_at: 'time', deleted_at: 'time' } as const
const costs = {
  cost_per_minute: 'number',
  cost_total_1d: 'number',
  cost_total_7d: 'number',
  cost_total_30d: 'number',
} as const

const flagged = { key: ['id'], isFlagged: true, hasAgent: true, sortedBy: 'id' } as const

const link = (name: string, refs: PushedTable['refs'], key: readonly string[], columns: PushedTable['columns'] = {}) =>
  ({
    name,
    key,
    refs,
    columns: { selector_id: 'text', ...dated, ...columns },
    isFlagged: false,
    hasAgent: false,
    sortedBy: key[0] ?? '',
  }) satisfies PushedTable

const toPushedTable = (name: TableWith<'reportedColumns'>): PushedTable => ({
  ...flagged,
  name,
  refs: {},
  columns: { ...named, ...resourceKinds[name].reportedColumns, spec: 'json', ...dated },
  hasSource: true,
})

/** Order matters: each relation comes after those that its rows refer to. */
export const pushedTables: readonly PushedTable[] = [
  ...tablesWith('reportedColumns').map(toPushedTable),
  {
    ...flagged,
    name: 'checks',
    refs: { canary_id: 'canaries' },
    columns: {
      ...named,
      type: 'text',
      description: 'text',
      icon: 'text',
      owner: 'text',
      severity: 'text',
      category: 'text',
      labels: 'json',
      spec: 'json',
      transformed: 'boolean',
      ...dated,
    },
  },
  {
    ...flagged,
    name: 'check_statuses',
    key: ['check_id', 'time'],
    refs: { check_id: 'checks' },
    columns: {
      time: 'time',
      status: 'boolean',
      invalid: 'boolean',
      duration: 'number',
      message: 'text',
      error: 'text',
      severity: 'text',
      details: 'json',
    },
    hasAgent: false,
    sortedBy: 'time',
  },
  {
    ...flagged,
    name: 'config_items',
    refs: { scraper_id: 'config_scrapers', parent_id: 'config_items' },
    columns: {
      config_class: 'text',
      type: 'text',
      name: 'text',
      description: 'text',
      icon: 'text',
      external_id: 'texts',
      status: 'text',
      health: 'text',
      ready: 'boolean',
      ...costs,
      config: 'json',
      labels: 'json',
      tags: 'json',
      properties: 'json',
      path: 'path',
      source: 'text',
      delete_reason: 'text',
      last_scraped_time: 'time',
      ...dated,
    },
  },
  {
    ...flagged,
    name: 'config_changes',
    refs: { config_id: 'config_items' },
    columns: {
      external_change_id: 'text',
      external_created_by: 'text',
      change_type: 'text',
      severity: 'text',
      source: 'text',
      summary: 'text',
      fingerprint: 'text',
      patches: 'json',
      diff: 'text',
      details: 'json',
      count: 'number',
      first_observed: 'time',
      created_at: 'time',
    },
    hasAgent: false,
  },
  {
    ...flagged,
    name: 'config_analysis',
    refs: { config_id: 'config_items' },
    columns: {
      analyzer: 'text',
      analysis_type: 'text',
      severity: 'text',
      status: 'text',
      source: 'text',
      summary: 'text',
      message: 'text',
      analysis: 'json',
      first_observed: 'time',
      last_observed: 'time',
    },
    hasAgent: false,
  },
  link(
    'config_relationships',
    { config_id: 'config_items', related_id: 'config_items' },
    ['related_id', 'config_id', 'relation'],
    { relation: 'text' },
  ),
  {
    ...flagged,
    name: 'components',
    refs: { topology_id: 'topologies', parent_id: 'components', config_id: 'config_items' },
    columns: {
      external_id: 'text',
      ...named,
      text: 'text',
      topology_type: 'text',
      labels: 'json',
      hidden: 'boolean',
      silenced: 'boolean',
      status: 'text',
      health: 'text',
      description: 'text',
      lifecycle: 'text',
      tooltip: 'text',
      status_reason: 'text',
      schedule: 'text',
      icon: 'text',
      type: 'text',
      owner: 'text',
      properties: 'json',
      path: 'path',
      summary: 'json',
      is_leaf: 'boolean',
      ...costs,
      ...dated,
    },
  },
  link('component_relationships', { component_id: 'components', relationship_id: 'components' }, [
    'component_id',
    'relationship_id',
    'selector_id',
  ]),
  link('config_component_relationships', { component_id: 'components', config_id: 'config_items' }, [
    'component_id',
    'config_id',
  ]),
  link('check_config_relationships', { config_id: 'config_items', check_id: 'checks', canary_id: 'canaries' }, [
    'config_id',
    'check_id',
    'canary_id',
    'selector_id',
  ]),
  link('check_component_relationships', { component_id: 'components', check_id: 'checks', canary_id: 'canaries' }, [
    'component_id',
    'check_id',
    'canary_id',
    'selector_id',
  ]),
]

const byName = new Map(pushedTables.map((table) => [table.name, table]))
export const pushedTable = (name: string): PushedTable | undefined => byName.get(name)
