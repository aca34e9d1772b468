import { z } from 'zod'
import { booleanField, scalarText } from '#shared/primitives/document-scalars.ts'
import type { CheckExpression } from '#relay/backend/checks/spec/check-type.ts'
import type { Expression, TemplateLanguage } from '#relay/backend/templates/template-language.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { readDocumentPath } from './document-path.ts'

export const cel = z
  .string()
  .min(1)
  .transform((source): Expression => ({ language: 'expr', source }))
const template = z.string().transform((source): Expression => ({ language: 'template', source }))
const path = z.string().transform((text, context) => {
  const read = readDocumentPath(text)
  if (read !== undefined) return read
  context.addIssue({
    code: 'custom',
    message: 'must be a JSONPath of members, indexes, *, .. and filters such as [?(@.name=="a")], without slices',
  })
  return z.NEVER
})
const unsupported = (why: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined, why)

const lookupObject = z
  .strictObject({ expr: cel.optional(), value: scalarText.optional(), label: z.string().optional() })
  .refine(
    (sources) => Object.values(sources).filter((source) => source !== undefined).length === 1,
    'needs exactly one of expr, value and label',
  )
export type Lookup = z.infer<typeof lookupObject>

/** A plain text is the value. */
export const lookup = z.union([lookupObject, scalarText.transform((value): Lookup => ({ value }))], {
  error: 'must be text, or have exactly one of expr, value and label',
})
const lookupFields = {
  id: lookup.optional(),
  external_id: lookup.optional(),
  name: lookup.optional(),
  namespace: lookup.optional(),
  type: lookup.optional(),
  agent: lookup.optional(),
  scope: lookup.optional(),
  labels: z.record(z.string(), lookup).optional(),
}
const relationship = z
  .strictObject({
    filter: cel.optional(),
    expr: cel.optional(),
    ...lookupFields,
    parent: booleanField.optional(),
  })
  .refine(
    ({ expr, id, external_id: externalId, name, type, labels }) =>
      expr !== undefined ||
      id !== undefined ||
      externalId !== undefined ||
      (type !== undefined && (name ?? labels) !== undefined),
    'needs expr, id, external_id, or type with name or labels',
  )

/** `kind` is the kind of a Kubernetes object; its expressions see the document's fields. */
export type LinkRule = z.infer<typeof relationship> & { readonly kind?: Lookup | undefined }

const severity = z.string().min(1)
const changeActions = ['delete', 'ignore', 'move-up', 'copy-up', 'move', 'copy'] as const
const mapping = z
  .strictObject({
    filter: cel.optional(),
    severity: severity.optional(),
    type: z.string().min(1).optional(),
    action: z
      .union([z.enum(changeActions), z.literal('').transform(() => undefined)], {
        error: `must be one of ${changeActions.join(', ')}`,
      })
      .optional(),
    summary: template.optional(),
    config_id: cel.optional(),
    config_type: z.string().min(1).optional(),
    scraper_id: z.string().min(1).optional(),
    ancestor_type: z.string().min(1).optional(),
    target: z.strictObject(lookupFields).optional(),
  })
  .refine(({ ancestor_type: ancestor, target }) => ancestor === undefined || target === undefined, {
    message: 'cannot be combined with target',
    path: ['ancestor_type'],
  })
  .refine(
    ({ action, target, config_id: id }) => !['move', 'copy'].includes(action ?? '') || (target ?? id) !== undefined,
    {
      message: 'required by the actions move and copy',
      path: ['target'],
    },
  )

const typeRule = z.strictObject({
  match: cel.optional(),
  type: z
    .strictObject({ expr: cel.optional(), value: scalarText.optional() })
    .refine(({ expr, value }) => expr === undefined || value === undefined, 'needs only one of expr and value')
    .optional(),
})

const generator = z.strictObject({ filter: cel.optional(), expr: cel })

const insight = z.strictObject({
  filter: cel,
  analyzer: z.string().min(1),
  analysis_type: z.string().min(1).optional(),
  severity: severity.optional(),
  summary: template,
  message: template.optional(),
})

const located = z.strictObject({
  type: z.string(),
  filter: cel.optional(),
  values: z.array(template).min(1),
  withParent: unsupported('is not supported: an alias or location belongs to its item alone'),
})

const scripts = {
  expr: 'expr',
  gotemplate: 'template',
  jsonpath: 'jsonPath',
  javascript: 'javascript',
} as const satisfies Record<string, TemplateLanguage>
/** Forms write an empty text for "none". */
const isWritten = (source: unknown): source is string => typeof source === 'string' && source.trim() !== ''

const isWrittenScript = ([key, source]: [string, unknown]): boolean => Object.hasOwn(scripts, key) && isWritten(source)

const findScript = (transform: { readonly [Key in keyof typeof scripts]?: string | undefined }):
  | { key: string; expression: Expression }
  | undefined => {
  for (const key of ['expr', 'gotemplate', 'jsonpath', 'javascript'] as const) {
    const source = transform[key]
    if (isWritten(source)) return { key, expression: { language: scripts[key], source } }
  }
  return undefined
}

const scriptFields = {
  expr: z.string().optional(),
  gotemplate: z.string().optional(),
  jsonpath: z.string().optional(),
  javascript: z.string().optional(),
}

export const transformSchema = z
  .strictObject({
    ...scriptFields,
    /** Older documents have the script in a map of its own. */
    script: z.strictObject(scriptFields).optional(),
    exclude: z.array(z.strictObject({ types: z.array(z.string()).optional(), jsonpath: path })).optional(),
    mask: z.array(z.strictObject({ selector: cel.optional(), jsonpath: path, value: z.string() })).optional(),
    relationship: z.array(relationship).optional(),
    aliases: z.array(located).optional(),
    changes: z
      .strictObject({
        generate: z.array(generator).optional(),
        mapping: z.array(mapping).optional(),
        exclude: z.array(cel).optional(),
      })
      .optional(),
    configs: z.strictObject({ mapping: z.array(typeRule).optional() }).optional(),
    insights: z.array(insight).optional(),
    locations: z.array(located).optional(),
  })
  .refine(
    ({ script = {}, ...transform }) =>
      [script, transform].flatMap((owner) => Object.entries(owner).filter(isWrittenScript)).length <= 1,
    'has more than one of expr, gotemplate, jsonpath and javascript',
  )
  .transform(({ expr, gotemplate, jsonpath, javascript, script, relationship: links, ...rules }) => ({
    ...rules,
    relationship: links as readonly LinkRule[] | undefined,
    script: findScript({ expr, gotemplate, jsonpath, javascript }) ?? findScript(script ?? {}),
  }))
export type Transform = z.infer<typeof transformSchema>

export const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'language' in value && 'source' in value

/** The document has the expression under its language. */
const isScript = (value: unknown): value is { readonly key: string; readonly expression: Expression } =>
  isMap(value) && 'key' in value && isExpression(value['expression'])

export const expressionsIn = (value: unknown, at: readonly (string | number)[] = []): CheckExpression[] => {
  if (isExpression(value)) return [{ path: at, expression: value }]
  if (isScript(value)) return [{ path: [...at.slice(0, -1), value.key], expression: value.expression }]
  if (Array.isArray(value)) return value.flatMap((member: unknown, index) => expressionsIn(member, [...at, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => expressionsIn(member, [...at, key]))
}
