export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly definitions?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>
  readonly items?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

const refersTo = (root: JsonSchema, ref: string): JsonSchema | undefined => {
  if (ref === '#') return root
  const name = ref.replace(/^#\/(\$defs|definitions)\//, '')
  return root.$defs?.[name] ?? root.definitions?.[name]
}

const alternatives = (root: JsonSchema, schema: JsonSchema | boolean | undefined, depth = 0): readonly JsonSchema[] => {
  if (schema === undefined || typeof schema === 'boolean' || depth > 8) return []
  if (schema.$ref !== undefined) return alternatives(root, refersTo(root, schema.$ref), depth + 1)
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [schema, ...inner.flatMap((each) => alternatives(root, each, depth + 1))]
}

export const schemasAt = (root: JsonSchema, path: readonly (string | number)[]): readonly JsonSchema[] =>
  path.reduce<readonly JsonSchema[]>(
    (schemas, part) =>
      schemas.flatMap((schema) =>
        alternatives(root, typeof part === 'number' ? schema.items : schema.properties?.[part]),
      ),
    alternatives(root, root),
  )

export interface SchemaField {
  readonly name: string
  readonly type: string
  readonly about: string
}

export const fieldsAt = (root: JsonSchema, path: readonly (string | number)[]): readonly SchemaField[] => {
  const fields = new Map<string, SchemaField>()
  for (const { properties = {} } of schemasAt(root, path))
    for (const [name, schema] of Object.entries(properties)) {
      const [first] = alternatives(root, schema)
      const type = first?.enum === undefined ? [first?.type ?? ''].flat().join(' or ') : 'enum'
      fields.set(name, { name, type, about: first?.description ?? '' })
    }
  return [...fields.values()]
}

export const valuesAt = (root: JsonSchema, path: readonly (string | number)[]): readonly string[] => [
  ...new Set(
    schemasAt(root, path).flatMap(({ enum: values, type }) =>
      values === undefined ? (type === 'boolean' ? ['true', 'false'] : []) : values.map(String),
    ),
  ),
]
