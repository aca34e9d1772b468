import { isMap } from '#shared/primitives/is-map.ts'
import { formatValue } from '#shared/primitives/format-value.ts'
import { valueAt } from '#shared/primitives/value-at.ts'

type Path = readonly (string | number)[]

export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly definitions?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema | boolean
  readonly prefixItems?: readonly (JsonSchema | boolean)[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

const refersTo = (root: JsonSchema, ref: string): JsonSchema | undefined => {
  if (ref === '#') return root
  const name = ref.replace(/^#\/(\$defs|definitions)\//, '')
  return root.$defs?.[name] ?? root.definitions?.[name]
}

/** False if a field of the value has another constant, as the other types of a tagged union do. */
const isPossible = ({ properties = {} }: JsonSchema, value: unknown): boolean =>
  !isMap(value) ||
  Object.entries(properties).every(
    ([key, field]) =>
      typeof field === 'boolean' || field.const === undefined || value[key] == null || value[key] === field.const,
  )

const alternatives = (
  root: JsonSchema,
  schema: JsonSchema | boolean | undefined,
  value?: unknown,
  depth = 0,
): readonly JsonSchema[] => {
  if (schema === undefined || typeof schema === 'boolean' || depth > 8) return []
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema
    const referred = alternatives(root, refersTo(root, $ref), value, depth + 1)
    return Object.keys(own).length === 0 ? referred : [own, ...referred]
  }
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((each) => isPossible(each, value))
  return [schema, ...[...inner, ...(schema.allOf ?? [])].flatMap((each) => alternatives(root, each, value, depth + 1))]
}

const inside = (schema: JsonSchema, part: string | number) =>
  typeof part === 'number'
    ? (schema.prefixItems?.[part] ?? schema.items)
    : (schema.properties?.[part] ?? schema.additionalProperties)

/** `value` is the document, from which the type of an entry of a union is known. */
export const schemasAt = (root: JsonSchema, path: Path, value?: unknown): readonly JsonSchema[] => {
  let schemas = alternatives(root, root, value)
  let at = value
  for (const part of path) {
    at = valueAt(at, [part])
    schemas = schemas.flatMap((schema) => alternatives(root, inside(schema, part), at))
  }
  return schemas
}

export interface SchemaField {
  readonly name: string
  readonly type: string
  readonly about: string
  readonly title: string
  readonly values: readonly string[]
  readonly isRequired: boolean
  /** Null without a default. */
  readonly fallback: string | null
  readonly range: string | null
}

const listValues = ({ enum: values, const: only, type }: JsonSchema): readonly string[] => {
  if (only !== undefined) return [formatValue(only)]
  return values?.map(formatValue) ?? (type === 'boolean' ? ['true', 'false'] : [])
}

const formatRange = ({ minimum, maximum }: JsonSchema): string | null => {
  // A schema of any integer has the limits of safe numbers.
  const [from, to] = [minimum, maximum].map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit,
  )
  if (from !== undefined && to !== undefined) return `${from} to ${to}`
  return from !== undefined ? `at least ${from}` : to !== undefined ? `at most ${to}` : null
}

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

const toField = (name: string, schemas: readonly JsonSchema[], isRequired: boolean): SchemaField => {
  const values = unique(schemas.flatMap((each) => (each.type === 'boolean' ? [] : listValues(each))))
  const types = unique(schemas.flatMap(({ type }) => type ?? [])).filter((type) => type !== 'null')
  const fallback = schemas.find((each) => each.default !== undefined)?.default
  return {
    name,
    type: values.length > 0 ? 'enum' : types.join(' or '),
    about: schemas.find(({ description }) => description !== undefined)?.description ?? '',
    title: schemas.find(({ title }) => title !== undefined)?.title ?? '',
    values,
    isRequired,
    fallback: fallback === undefined ? null : formatValue(fallback),
    range: schemas.map(formatRange).find((range) => range !== null) ?? null,
  }
}

export const fieldsAt = (root: JsonSchema, path: Path, value?: unknown): readonly SchemaField[] => {
  const fields = new Map<string, { readonly schemas: JsonSchema[]; isRequired: boolean }>()
  const present = valueAt(value, path)
  for (const { properties = {}, required = [] } of schemasAt(root, path, value))
    for (const [name, schema] of Object.entries(properties)) {
      const known = fields.get(name) ?? { schemas: [], isRequired: true }
      known.schemas.push(...alternatives(root, schema, valueAt(present, [name])))
      known.isRequired &&= required.includes(name)
      fields.set(name, known)
    }
  return [...fields].map(([name, { schemas, isRequired }]) => toField(name, schemas, isRequired))
}

export const valuesAt = (root: JsonSchema, path: Path, value?: unknown): readonly string[] =>
  unique(schemasAt(root, path, value).flatMap(listValues))
