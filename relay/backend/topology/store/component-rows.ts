import { canonicalJson, storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { Assessment } from './assess.ts'
import type { KnownComponent, Placed } from './place-drafts.ts'
import type { Links } from './break-cycles.ts'

/** Other columns belong to the database and to users. */
const columns = [
  'topology_id',
  'parent_id',
  'config_id',
  'external_id',
  'name',
  'text',
  'topology_type',
  'namespace',
  'labels',
  'hidden',
  'silenced',
  'status',
  'status_expr',
  'health_expr',
  'health',
  'description',
  'lifecycle',
  'tooltip',
  'status_reason',
  'schedule',
  'icon',
  'type',
  'owner',
  'sort_order',
  'selectors',
  'log_selectors',
  'component_checks',
  'configs',
  'properties',
  'path',
  'summary',
  'is_leaf',
  'cost_per_minute',
  'cost_total_1d',
  'cost_total_7d',
  'cost_total_30d',
] as const
type Column = (typeof columns)[number]

export type StoredRow = KnownComponent & Readonly<Record<Column, unknown>>

export const readStoredRows = async (database: Queryable, topologyId: string): Promise<readonly StoredRow[]> =>
  (
    await database.query<StoredRow>(
      `select id, deleted_at, ${columns.join(', ')} from components where topology_id = $1`,
      [topologyId],
    )
  ).rows

const listOrNull = (list: readonly unknown[] | undefined): readonly unknown[] | null =>
  list === undefined || list.length === 0 ? null : list
const costOrNull = (cost: number): number | null => (cost === 0 ? null : cost)

interface ComponentState extends Pick<Links, 'configId'> {
  readonly assessment: Assessment
  readonly before: StoredRow | undefined
}

export const toComponentRow = (
  { id, externalId, parentId, path, draft }: Placed,
  topology: { readonly id: string; readonly schedule: string },
  { configId, assessment, before }: ComponentState,
): Readonly<Record<Column | 'id', unknown>> => {
  const { fields } = draft
  return {
    id,
    topology_id: topology.id,
    parent_id: parentId,
    config_id: configId,
    external_id: externalId,
    name: fields.name,
    text: fields.text ?? null,
    topology_type: fields.topologyType ?? null,
    namespace: fields.namespace ?? null,
    labels: fields.labels ?? null,
    hidden: fields.hidden ?? before?.hidden ?? false,
    silenced: fields.silenced ?? before?.silenced ?? false,
    status: assessment.status,
    status_expr: fields.statusExpr ?? null,
    health_expr: fields.healthExpr ?? null,
    health: assessment.health,
    description: fields.description ?? null,
    lifecycle: fields.lifecycle ?? null,
    tooltip: fields.tooltip ?? null,
    status_reason: assessment.statusReason,
    schedule: parentId === null ? topology.schedule : null,
    icon: fields.icon ?? null,
    type: fields.type ?? null,
    owner: fields.owner ?? null,
    sort_order: fields.order ?? null,
    selectors: listOrNull(draft.selectors),
    log_selectors: listOrNull(fields.logs),
    component_checks: listOrNull(draft.checks),
    configs: listOrNull(draft.configs),
    properties: listOrNull(draft.properties),
    path,
    summary: assessment.summary,
    is_leaf: assessment.isLeaf,
    cost_per_minute: costOrNull(assessment.costs.cost_per_minute),
    cost_total_1d: costOrNull(assessment.costs.cost_total_1d),
    cost_total_7d: costOrNull(assessment.costs.cost_total_7d),
    cost_total_30d: costOrNull(assessment.costs.cost_total_30d),
  }
}

type ComponentRow = ReturnType<typeof toComponentRow>

const serializeRow = (row: Readonly<Record<Column, unknown>>): string =>
  canonicalJson(columns.map((column) => row[column]))

interface Written {
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly deleted: readonly string[]
  readonly turned: readonly string[]
}

interface ComparedRows extends Written {
  readonly changed: readonly ComponentRow[]
}

/** Stored components without a row are deleted only where the rows are complete. */
export const compareRows = (
  stored: readonly StoredRow[],
  rows: readonly ComponentRow[],
  { isComplete }: { readonly isComplete: boolean },
): ComparedRows => {
  const before = new Map(stored.map((row) => [row.id, row]))
  const changed = rows.filter((row) => {
    const was = before.get(String(row.id))
    return was === undefined || was.deleted_at !== null || serializeRow(was) !== serializeRow(row)
  })
  const remaining = new Set(rows.map(({ id }) => String(id)))
  const isNew = ({ id }: ComponentRow) => before.get(String(id))?.deleted_at !== null
  return {
    changed,
    added: changed.filter(isNew).map(({ id }) => String(id)),
    updated: changed.filter((row) => !isNew(row)).map(({ id }) => String(id)),
    deleted: isComplete
      ? stored.filter((row) => row.deleted_at === null && !remaining.has(row.id)).map(({ id }) => id)
      : [],
    turned: changed.filter((row) => before.get(String(row.id))?.health !== row.health).map(({ id }) => String(id)),
  }
}

export const writeRows = async (
  database: Queryable,
  stored: readonly StoredRow[],
  rows: readonly ComponentRow[],
  { isComplete }: { readonly isComplete: boolean },
): Promise<Written> => {
  const { changed, added, updated, deleted, turned } = compareRows(stored, rows, { isComplete })
  if (changed.length > 0)
    await database.query(
      `insert into components (id, ${columns.join(', ')})
       select id, ${columns.join(', ')} from jsonb_populate_recordset(null::components, $1::jsonb)
       on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')},
              deleted_at = null, updated_at = now()`,
      [storableJson(changed)],
    )
  if (deleted.length > 0)
    await database.query('update components set deleted_at = now(), updated_at = now() where id = any($1::uuid[])', [
      deleted,
    ])
  return { added, updated, deleted, turned }
}
