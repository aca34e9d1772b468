import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { allResourceKinds, type ResourceTable } from '#shared/resources/resource-kinds.ts'
import type { CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import { checkBaseSchema } from '#relay/backend/checks/spec/check-base.ts'
import { resourceSchema } from '#relay/backend/resources/resource-document.ts'
import { scraperBaseSchema } from '#relay/backend/scrapers/scraper-base.ts'
import type { ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import { componentSchema } from '#relay/backend/topology/topology-spec.ts'
import { fieldHelp } from './field-help.ts'
import { kindSpecs } from './kind-specs.ts'

type Json = Readonly<Record<string, unknown>>

const dialect = 'https://json-schema.org/draft/2020-12/schema'

const toJsonSchema = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}
const getFields = ({ properties }: Json): Json => (isMap(properties) ? properties : {})

const withHelp = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withHelp)
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key !== 'properties' || !isMap(part)) return [key, withHelp(part)]
      const fields = Object.entries(part).map(([name, field]) => {
        const helped = withHelp(field)
        const help = fieldHelp[name]
        return [name, isMap(helped) && help !== undefined ? { description: help, ...helped } : helped]
      })
      return [key, Object.fromEntries(fields)]
    }),
  )
}
const whole = (json: Json): Json => ({ $schema: dialect, ...json })

interface Kind {
  readonly key: string
  readonly requires?: string | undefined
  readonly spec: z.ZodType
}

const toEntrySchema = (base: Json, { spec }: Kind): Json => {
  const { properties: _own, required, ...own } = toJsonSchema(spec)
  const isPlain = own['type'] === 'object'
  if (!isPlain) return own
  return {
    type: 'object',
    properties: { ...getFields(base), ...getFields(toJsonSchema(spec)) },
    ...(required !== undefined && { required }),
    additionalProperties: false,
  }
}

const toSpecSchema = (
  top: z.ZodType,
  base: z.ZodType,
  kinds: readonly Kind[],
  elsewhere: Readonly<Record<string, string>> = {},
): Json => {
  const baseJson = toJsonSchema(base)
  const entries = new Map<z.ZodType, string>()
  const definitions: Record<string, Json> = {}
  const lists = kinds.map((kind) => {
    const name = entries.get(kind.spec) ?? kind.key
    if (!entries.has(kind.spec)) {
      entries.set(kind.spec, name)
      definitions[name] = toEntrySchema(baseJson, kind)
    }
    const list = { type: 'array', items: { $ref: `#/$defs/${name}` } }
    return [kind.key, kind.requires === undefined ? list : { description: kind.requires, ...list }] as const
  })
  const others = Object.entries(elsewhere).map(([key, reason]) => [key, { description: reason }] as const)
  return {
    type: 'object',
    properties: { ...getFields(toJsonSchema(top)), ...Object.fromEntries(lists), ...Object.fromEntries(others) },
    $defs: definitions,
  }
}

/** Definitions of the spec move to the top level, where references look for them. */
const toDocumentSchema = (kind: string, { $defs, ...spec }: Json): Json => {
  const document = toJsonSchema(resourceSchema)
  return {
    ...document,
    properties: { ...getFields(document), kind: { const: kind }, spec },
    ...($defs !== undefined && { $defs }),
  }
}

/** Behind a reference, because a component contains components. */
const toComponentSchema = (): Json => {
  const { properties, $defs } = toJsonSchema(z.object({ component: componentSchema }))
  const component = isMap(properties) ? properties['component'] : undefined
  return { ...(isMap(component) ? component : {}), $defs }
}

export const documentSchemas = (checks: CheckKinds, scrapers: ScraperKinds): ReadonlyMap<string, string> => {
  const toKindSchema = (table: ResourceTable): Json => {
    const { schema } = kindSpecs[table]
    if (table === 'canaries') return toSpecSchema(schema, checkBaseSchema, checks)
    return table === 'config_scrapers'
      ? toSpecSchema(schema, scraperBaseSchema, scrapers.here, scrapers.elsewhere)
      : toJsonSchema(schema)
  }
  const files: Record<string, Json> = {
    'component.spec': toComponentSchema(),
    component: toDocumentSchema('Component', toComponentSchema()),
  }
  for (const { kind, table, specSchema, documentSchemas: names } of allResourceKinds) {
    const spec = toKindSchema(table)
    if (specSchema !== null) files[specSchema] = spec
    for (const name of names) files[name] = toDocumentSchema(kind, spec)
  }
  const [check, source] = [toJsonSchema(checkBaseSchema), toJsonSchema(scraperBaseSchema)]
  for (const kind of checks) files[`health_${kind.key.toLowerCase()}`] = toEntrySchema(check, kind)
  for (const kind of scrapers.here) files[`config_${kind.key.toLowerCase()}`] = toEntrySchema(source, kind)
  return new Map(
    Object.entries(files).map(([name, json]) => [`${name}.schema.json`, JSON.stringify(withHelp(whole(json)))]),
  )
}
