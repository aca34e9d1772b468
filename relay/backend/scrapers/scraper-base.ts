import { z } from 'zod'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import type { CheckExpression } from '#relay/backend/checks/spec/check-type.ts'
import { parseSteps } from '#relay/backend/clients/documents/value-path.ts'
import { textFormats, type ItemsPath } from '#relay/backend/clients/documents/read-documents.ts'
import { compileField, type Field } from '#relay/backend/scrapers/field.ts'
import { propertySchema } from '#relay/backend/scrapers/transform/shape-properties.ts'
import { expressionsIn, transformSchema } from '#relay/backend/scrapers/transform/transform-spec.ts'
import { templateSchema } from '#relay/backend/templates/template.ts'

const field = z
  .union([scalarText, templateSchema], {
    error: 'must be text, a JSONPath, or have one of expr, template, jsonPath and javascript',
  })
  .transform(compileField)
const jsonPath = z
  .string()
  .transform((path) => (path.startsWith('.') ? `$${path}` : path))
  .pipe(z.string().startsWith('$', 'must be a JSONPath that starts with $'))
const toItemsPath = (path: string): ItemsPath => {
  const steps = parseSteps(path.replace(/\[\*\]$/, ''))
  return steps === undefined ? { kind: 'path', path } : { kind: 'place', steps }
}
const valuePath = jsonPath.transform((path, context) => {
  const steps = parseSteps(path)
  if (steps !== undefined) return steps
  context.addIssue({ code: 'custom', message: 'must be a JSONPath to a single value, such as $.metadata.namespace' })
  return z.NEVER
})

const tag = z
  .strictObject({
    name: z.string().min(1),
    value: field.optional(),
    jsonpath: jsonPath.transform(compileField).optional(),
    label: scalarText.optional(),
  })
  .refine(
    ({ value, jsonpath, label }) => [value, jsonpath, label].filter((source) => source !== undefined).length === 1,
    'needs exactly one of value, jsonpath and label',
  )
const tagMap = z
  .record(z.string(), field)
  .transform((tags) =>
    Object.entries(tags).map(([name, value]) => ({ name, value, jsonpath: undefined, label: undefined })),
  )

export const scraperBaseSchema = z.looseObject({
  id: field.optional(),
  name: field.optional(),
  description: field.optional(),
  items: jsonPath.transform(toItemsPath).optional(),
  type: field.optional(),
  class: field.optional(),
  format: z.enum(textFormats).optional(),
  status: field.optional(),
  health: field.optional(),
  costPerMinute: field.optional(),
  costTotal1d: field.optional(),
  costTotal7d: field.optional(),
  costTotal30d: field.optional(),
  icon: field.optional(),
  createFields: z.array(valuePath).optional(),
  deleteFields: z.array(valuePath).optional(),
  timestampFormat: z.string().optional(),
  properties: z.array(propertySchema).optional(),
  transform: transformSchema.optional(),
  labels: z.record(z.string(), field).optional(),
  tags: z
    .union([z.array(tag), tagMap], { error: 'must be a list of tags with name and value, or a map of texts' })
    .optional(),
})
export type ScraperBase = z.infer<typeof scraperBaseSchema>

const plainFieldNames = [
  'id',
  'name',
  'description',
  'type',
  'class',
  'status',
  'health',
  'costPerMinute',
  'costTotal1d',
  'costTotal7d',
  'costTotal30d',
  'icon',
] as const
export type FieldName = (typeof plainFieldNames)[number] | `labels.${string}` | `tags.${string}`

export const listFields = (base: ScraperBase): (readonly [name: FieldName, field: Field])[] => [
  ...plainFieldNames.flatMap((name) => {
    const field = base[name]
    return field === undefined ? [] : [[name, field] as const]
  }),
  ...Object.entries(base.labels ?? {}).map(([name, field]) => [`labels.${name}`, field] as const),
  ...(base.tags ?? []).flatMap(({ name, value, jsonpath }) => {
    const field = value ?? jsonpath
    return field === undefined ? [] : [[`tags.${name}`, field] as const]
  }),
]

export const listBaseExpressions = (base: ScraperBase): CheckExpression[] => [
  ...listFields(base).flatMap(([name, field]) =>
    field.kind === 'expression' ? [{ path: name.split('.', 2), expression: field.expression }] : [],
  ),
  ...expressionsIn({ properties: base.properties, transform: base.transform }),
]

export const withoutBase = (raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => !(key in scraperBaseSchema.shape)))
