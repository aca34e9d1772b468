import { isMap } from '#shared/primitives/is-map.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import type { YamlPath } from '#client/ui/editor/edit-yaml.ts'
import { valuesAt, type JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { CheckSpec, SpecError } from '#client/ui/editor/spec-document.ts'
import type { EditedTable } from '#client/features/settings/resources/edited-kinds.ts'
import { fieldRules, kindInSchema, formatLabel, type FieldKind, type FieldRule } from './field-kinds.ts'
import type { ScheduleSet } from './schedule-sets.ts'
import { checkTypes, scraperTypes, topologyTypes, type SpecType } from './spec-types.ts'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly required: boolean
  readonly options: readonly string[]
  readonly initial: string | undefined
  readonly help: string | undefined
  readonly min: number | undefined
}

const specTypesByTable: Partial<
  Record<EditedTable, { readonly types: readonly SpecType[]; readonly schedules: ScheduleSet }>
> = {
  canaries: { types: checkTypes, schedules: 'default' },
  config_scrapers: { types: scraperTypes, schedules: 'scraper' },
  topologies: { types: topologyTypes, schedules: 'default' },
}

export const listSpecTypes = (table: EditedTable): readonly SpecType[] => specTypesByTable[table]?.types ?? []
export const getScheduleSet = (table: EditedTable): ScheduleSet => specTypesByTable[table]?.schedules ?? 'default'

/** Alternatives that satisfy a required field: a connection can contain the address. */
const instead: Readonly<Record<string, readonly string[]>> = {
  url: ['connection', 'endpoint', 'host'],
  addr: ['connection', 'url'],
  name: ['lookup'],
  images: ['folders', 'reports', 'kubernetes'],
  'state.local': ['state.http', 'state.s3', 'state.gcs'],
  host: ['connection'],
  organization: ['connection'],
  bucketName: ['bucket', 'connection'],
  repository: ['connection'],
}

/** `files.0.path` is the path of the first file. */
export const toFieldPath = (name: string): YamlPath =>
  name.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** A name may mean something else in another type. */
const findRule = (key: string, name: string): FieldRule => fieldRules[`${key}.${name}`] ?? fieldRules[name] ?? {}

export const listFields = ({ key, fields }: SpecType, schema: JsonSchema | undefined): readonly FormField[] =>
  (fields ?? '').split(' ').flatMap((token) => {
    const name = token.replace('*', '')
    if (name === '' || key === null) return []
    const rule = findRule(key, name)
    const path = [key, 0, ...toFieldPath(name)]
    const kind = rule.kind ?? (schema === undefined ? 'line' : kindInSchema(schema, path))
    return [
      {
        name,
        label: rule.label ?? formatLabel(name),
        kind,
        required: token.endsWith('*'),
        options: rule.options ?? (schema === undefined ? [] : valuesAt(schema, path)),
        initial: rule.initial,
        help: rule.help ?? (kind === 'words' ? 'One per line' : undefined),
        min: rule.min,
      },
    ]
  })

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const readEntries = (value: unknown, { key }: SpecType): readonly unknown[] => {
  const list = key === null ? undefined : valueAt(value, [key])
  return Array.isArray(list) ? list : []
}

const findEntryIssues = (type: SpecType, entry: unknown, at: YamlPath): readonly SpecError[] => {
  if (!isMap(entry)) return []
  const own = listFields(type, undefined).flatMap(({ name, required, min }) => {
    const value = valueAt(entry, toFieldPath(name))
    const path = [...at, ...toFieldPath(name)]
    if (
      required &&
      isNothing(value) &&
      (instead[name] ?? []).every((other) => isNothing(valueAt(entry, toFieldPath(other))))
    )
      return [{ path, message: 'This field is required' }]
    return min !== undefined && typeof value === 'number' && value < min
      ? [{ path, message: `must be ${min} or more` }]
      : []
  })
  return type.isNested === true ? [...own, ...findListIssues(type, entry, at)] : own
}

const findListIssues = (type: SpecType, value: unknown, at: YamlPath): readonly SpecError[] =>
  readEntries(value, type).flatMap((entry, index) =>
    type.key === null ? [] : findEntryIssues(type, entry, [...at, type.key, index]),
  )

const findFormIssues = (table: EditedTable, value: unknown): readonly SpecError[] =>
  listSpecTypes(table).flatMap((type) => findListIssues(type, value, []))

export const withFormIssues =
  (table: EditedTable, check: CheckSpec | undefined): CheckSpec =>
  (value) => {
    const own = findFormIssues(table, value)
    const ownPaths = new Set(own.map(({ path }) => path.join('.')))
    return [...own, ...(check?.(value) ?? []).filter(({ path }) => !ownPaths.has(path.join('.')))]
  }

export const isFormed = (table: EditedTable, value: unknown): boolean =>
  listSpecTypes(table).some((type) => type.fields !== undefined && readEntries(value, type).length > 0)

export const initialSpecText = ({ key, fields }: SpecType, table: EditedTable): string => {
  const schedule = table === 'canaries' ? '@every 30s' : '@hourly'
  if (key === null) return `schedule: "${schedule}"\n`
  const [first = 'name'] = (fields ?? 'name').split(/[* ]/)
  const name = findRule(key, first).kind === 'words' ? 'name' : first
  return `schedule: "${schedule}"\n${key}:\n  - ${name}: ""\n`
}
