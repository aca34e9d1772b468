import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { searchedTables, type SearchedKind } from '#shared/resources/resource-search.ts'
import type { Field } from '#relay/backend/data-api/query/ast.ts'
import { toField } from '#relay/backend/data-api/query/logic.ts'

export type SearchedField =
  | { readonly kind: 'text' | 'type' | 'id' | 'date'; readonly field: Field }
  | { readonly kind: 'list'; readonly column: string }
  | { readonly kind: 'values'; readonly column: string }
  | { readonly kind: 'keys'; readonly column: string; readonly values?: string }
  | { readonly kind: 'document'; readonly column: string }
  | { readonly kind: 'properties'; readonly column: string }

export interface SearchedRelation {
  readonly relation: string
  readonly fields: Readonly<Record<string, SearchedField>>
  readonly shown: Readonly<
    Partial<Record<'agent' | 'icon' | 'name' | 'namespace' | 'type' | 'tags' | 'health' | 'status' | 'severity', Field>>
  >
  readonly labels?: string
  readonly tags?: string
  readonly scope?: { readonly column: string; readonly table: 'config_scrapers' | 'canaries' | 'topologies' }
  readonly isDeletable: boolean
}

const text = (...path: Parameters<typeof toField>): SearchedField => ({ kind: 'text', field: toField(...path) })
const id = (column: string): SearchedField => ({ kind: 'id', field: toField(column) })
const date = (column: string): SearchedField => ({ kind: 'date', field: toField(column) })
const keys = (column: string, values?: string): SearchedField => ({ kind: 'keys', column, ...(values && { values }) })
const document = (column: string): SearchedField => ({ kind: 'document', column })

const dates = {
  created: date('created_at'),
  created_at: date('created_at'),
  updated: date('updated_at'),
  updated_at: date('updated_at'),
  deleted: date('deleted_at'),
  deleted_at: date('deleted_at'),
}
const type: SearchedField = { kind: 'type', field: toField('type') }
const named = { id: id('id'), name: text('name'), namespace: text('namespace') }
const shownName = { name: toField('name'), namespace: toField('namespace') }

const toSearchedRelation = (table: (typeof searchedTables)[number]): SearchedRelation => {
  const { texts, type: typeColumn, labels, shown } = resourceKinds[table].search
  return {
    relation: table,
    fields: {
      ...dates,
      ...named,
      ...Object.fromEntries(texts.map((column) => [column, text(column)])),
      ...(typeColumn !== null && { type: { ...type, field: toField(typeColumn) } }),
      ...(labels !== null && { labels: keys(labels) }),
    },
    shown: {
      ...shownName,
      ...Object.fromEntries(Object.entries(shown).map(([name, column]) => [name, toField(column)])),
    },
    ...(labels !== null && { labels, tags: labels }),
    isDeletable: true,
  }
}
const resourceRelations = Object.fromEntries(
  searchedTables.map((table) => [table, toSearchedRelation(table)]),
) as Record<(typeof searchedTables)[number], SearchedRelation>

export const searchedRelations: Readonly<Record<SearchedKind, SearchedRelation>> = {
  configs: {
    relation: 'config_items',
    fields: {
      ...dates,
      id: id('id'),
      name: text('name'),
      namespace: text('tags', 'namespace'),
      source: text('source'),
      type,
      status: text('status'),
      health: text('health'),
      config_class: text('config_class'),
      external_id: { kind: 'list', column: 'external_id' },
      scraped: date('last_scraped_time'),
      last_scraped_time: date('last_scraped_time'),
      labels: keys('labels'),
      tags: keys('tags', 'tags_values'),
      properties: { kind: 'properties', column: 'properties' },
      config: document('config'),
    },
    shown: {
      agent: toField('agent_id'),
      icon: toField('icon'),
      name: toField('name'),
      namespace: toField('tags', 'namespace'),
      type: toField('type'),
      tags: toField('tags'),
      health: toField('health'),
      status: toField('status'),
    },
    labels: 'labels',
    tags: 'tags',
    scope: { column: 'scraper_id', table: 'config_scrapers' },
    isDeletable: true,
  },
  components: {
    relation: 'components',
    fields: {
      ...dates,
      ...named,
      type,
      status: text('status'),
      health: text('health'),
      topology_id: id('topology_id'),
      labels: keys('labels'),
      properties: { kind: 'properties', column: 'properties' },
      summary: document('summary'),
    },
    shown: {
      ...shownName,
      agent: toField('agent_id'),
      icon: toField('icon'),
      type: toField('type'),
      tags: toField('labels'),
      health: toField('health'),
      status: toField('status'),
    },
    labels: 'labels',
    tags: 'labels',
    scope: { column: 'topology_id', table: 'topologies' },
    isDeletable: true,
  },
  checks: {
    relation: 'checks',
    fields: {
      ...dates,
      ...named,
      canary_id: id('canary_id'),
      type,
      status: text('status'),
      health: text('status'),
      labels: keys('labels'),
      spec: document('spec'),
    },
    shown: {
      ...shownName,
      agent: toField('agent_id'),
      icon: toField('icon'),
      type: toField('type'),
      tags: toField('labels'),
      health: toField('status'),
      severity: toField('severity'),
    },
    labels: 'labels',
    tags: 'labels',
    scope: { column: 'canary_id', table: 'canaries' },
    isDeletable: true,
  },
  ...resourceRelations,
  config_changes: {
    relation: 'config_changes',
    fields: {
      id: id('id'),
      config_id: id('config_id'),
      name: text('summary'),
      type: text('change_type'),
      severity: text('severity'),
      source: text('source'),
      created: date('created_at'),
      created_at: date('created_at'),
      first_observed: date('first_observed'),
    },
    shown: { name: toField('summary'), type: toField('change_type'), severity: toField('severity') },
    isDeletable: false,
  },
  config_analysis: {
    relation: 'config_analysis',
    fields: {
      id: id('id'),
      config_id: id('config_id'),
      name: text('analyzer'),
      type: text('analysis_type'),
      status: text('status'),
      severity: text('severity'),
      source: text('source'),
      created: date('first_observed'),
      created_at: date('first_observed'),
      first_observed: date('first_observed'),
      last_observed: date('last_observed'),
    },
    shown: {
      name: toField('analyzer'),
      type: toField('analysis_type'),
      status: toField('status'),
      severity: toField('severity'),
    },
    isDeletable: false,
  },
}
