import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { isId } from '#shared/primitives/id.ts'
import { markRow } from '#relay/backend/templates/marked-rows.ts'
import { emptyRows } from '#relay/backend/templates/places/empty-rows.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { ParameterValues } from './secret-parameters.ts'

type Row = Readonly<Record<string, unknown>>
type Parameters = readonly PlaybookParameter[] | undefined

/** Security: rows of people and teams contain settings that programs must not see. */
const statements = {
  config:
    'select id, to_jsonb(config_items) as row from config_items where id = any($1::uuid[]) and deleted_at is null',
  component: 'select id, to_jsonb(components) as row from components where id = any($1::uuid[]) and deleted_at is null',
  check: 'select id, to_jsonb(checks) as row from checks where id = any($1::uuid[]) and deleted_at is null',
  people: `select id, jsonb_build_object('id', id, 'name', name, 'email', email, 'avatar', avatar) as row
             from people where id = any($1::uuid[]) and deleted_at is null`,
  team: `select id, jsonb_build_object('id', id, 'name', name, 'icon', icon) as row
           from teams where id = any($1::uuid[]) and deleted_at is null`,
} as const

export type ResourceType = keyof typeof statements

interface ReferencedResource {
  readonly type: ResourceType
  readonly ids: readonly string[]
}

const isResourceType = (type: string | undefined): type is ResourceType =>
  type !== undefined && Object.hasOwn(statements, type)

/** `configs` is a list of ids, as JSON or separated by commas. */
const listIds = (value: string): string[] => value.split(/[\s,[\]"]+/).filter(isId)

export const findReference = ({ type }: PlaybookParameter, value: string): ReferencedResource | undefined => {
  if (type === 'configs') return { type: 'config', ids: listIds(value) }
  return isResourceType(type) ? { type, ids: isId(value) ? [value] : [] } : undefined
}

/** An optional parameter without a value: its fields can be read, and are empty. */
const createEmptyRow = (type: ResourceType, id: string): Row => ({ ...emptyRows[type], id })

/** Parameters that name resources become their rows, `configs` a list of rows; others stay texts. */
export const resolveResources = async (
  database: Queryable,
  parameters: Parameters,
  values: ParameterValues,
): Promise<Readonly<Record<string, unknown>>> => {
  const resolved: Record<string, unknown> = { ...values }
  for (const parameter of parameters ?? []) {
    const { name, type } = parameter
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const reference = value === undefined ? undefined : findReference(parameter, value)
    if (reference === undefined) continue
    const rows = await loadRows(database, reference)
    const list = reference.ids.map((id) => rows.get(id.toLowerCase()) ?? createEmptyRow(reference.type, id))
    resolved[name] = type === 'configs' ? list : (list[0] ?? createEmptyRow(reference.type, ''))
  }
  return resolved
}

const loadRows = async (database: Queryable, { type, ids }: ReferencedResource): Promise<ReadonlyMap<string, Row>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await database.query<{ readonly id: string; readonly row: Row }>(statements[type], [ids])
  return new Map(rows.map(({ id, row }) => [id, markRow(row)]))
}
