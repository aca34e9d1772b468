import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import { allResourceKinds, type ResourceTable } from '#shared/resources/resource-kinds.ts'
import { permissionDocumentSchema } from '#relay/backend/backup/permission-documents.ts'
import { silenceSpecSchema } from '#relay/backend/backup/silence-documents.ts'
import { teamSpecSchema } from '#relay/backend/backup/team-documents.ts'
import { canaryTopSchema, type CheckKinds } from '#relay/backend/checks/canary-spec.ts'
import { checkBaseSchema } from '#relay/backend/checks/check-base.ts'
import { connectionSpecSchema } from '#relay/backend/documents/connection-schema.ts'
import { notificationDocumentSchema } from '#relay/backend/documents/notification-document.ts'
import { permissionGroupSpecSchema } from '#relay/backend/documents/permission-group-document.ts'
import { ruleSpecSchema } from '#relay/backend/incidents/rules/rule-spec.ts'
import { logBackendSpecSchema } from '#relay/backend/logs/log-backend-spec.ts'
import { propertySpecSchema } from '#relay/backend/properties/property-documents.ts'
import { resourceSchema } from '#relay/backend/resources/resource-document.ts'
import { scraperBaseSchema } from '#relay/backend/scrapers/scraper-base.ts'
import { scraperTopSchema, type ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import { componentSchema, topologySpecSchema } from '#relay/backend/topology/topology-spec.ts'
import { fieldHelp } from './field-help.ts'

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
  { here, elsewhere }: { readonly here: readonly Kind[]; readonly elsewhere: Readonly<Record<string, string>> },
): Json => {
  const baseJson = toJsonSchema(base)
  const entries = new Map<z.ZodType, string>()
  const definitions: Record<string, Json> = {}
  const lists = here.map((kind) => {
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

export const canaryTop = z.object({
  ...canaryTopSchema.shape,
  resultMode: z.string().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  retries: z.unknown().optional(),
  agentSelector: z.array(z.string()).optional(),
  description: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
})

/** Behind a reference, because a component contains components. */
const toComponentSchema = (): Json => {
  const { properties, $defs } = toJsonSchema(z.object({ component: componentSchema }))
  const component = isMap(properties) ? properties['component'] : undefined
  return { ...(isMap(component) ? component : {}), $defs }
}

/** The specs of canaries and scrapers are composed of those of their types. */
export const plainSpecs: Readonly<Record<Exclude<ResourceTable, 'canaries' | 'config_scrapers'>, z.ZodType>> = {
  topologies: topologySpecSchema,
  playbooks: playbookSpecSchema,
  logging_backends: logBackendSpecSchema,
  incident_rules: ruleSpecSchema,
  notifications: notificationDocumentSchema,
  notification_silences: silenceSpecSchema,
  teams: teamSpecSchema,
  connections: connectionSpecSchema,
  permissions: permissionDocumentSchema,
  permission_groups: permissionGroupSpecSchema,
  properties: propertySpecSchema,
}

export const documentSchemas = (checks: CheckKinds, scrapers: ScraperKinds): ReadonlyMap<string, string> => {
  const toKindSchema = (table: ResourceTable): Json => {
    if (table === 'canaries') return toSpecSchema(canaryTop, checkBaseSchema, checks)
    if (table === 'config_scrapers') return toSpecSchema(scraperTopSchema, scraperBaseSchema, scrapers)
    return toJsonSchema(plainSpecs[table])
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
  for (const kind of checks.here) files[`health_${kind.key.toLowerCase()}`] = toEntrySchema(check, kind)
  for (const kind of scrapers.here) files[`config_${kind.key.toLowerCase()}`] = toEntrySchema(source, kind)
  return new Map(
    Object.entries(files).map(([name, json]) => [`${name}.schema.json`, JSON.stringify(withHelp(whole(json)))]),
  )
}
