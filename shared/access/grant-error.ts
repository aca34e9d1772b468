import { parseDate } from '#shared/primitives/calendar-day.ts'
import { z } from 'zod'
import { grantSchema, subjectTypes, type Grant } from '#shared/access/grant.ts'
import { matchesPatterns } from '#shared/access/match.ts'
import { accessObjects } from '#shared/access/objects.ts'
import { accessActions } from '#shared/access/resources.ts'
import { scalar } from '#shared/primitives/document-scalars.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { formatSuggestion } from '#shared/primitives/nearest.ts'

export interface GrantError {
  readonly field: string
  readonly message: string
  /** Of the message: begins with a verb and has no full stop. */
  readonly requirement: string
}

const textList = z.union([z.string(), z.array(z.string())])
export const selectorSchema = z.strictObject({
  id: z.string().nullish(),
  name: textList.nullish(),
  namespace: textList.nullish(),
  type: textList.nullish(),
  types: textList.nullish(),
  status: textList.nullish(),
  statuses: textList.nullish(),
  health: textList.nullish(),
  tagSelector: z.string().nullish(),
  labelSelector: z.string().nullish(),
  fieldSelector: z.string().nullish(),
  agent: z.string().nullish(),
  scope: z.string().nullish(),
  search: z.string().nullish(),
  cache: z.string().nullish(),
  limit: z.number().nullish(),
  includeDeleted: z.boolean().nullish(),
})
const list = z.array(selectorSchema).optional()
const objectSelectorSchema = z
  .strictObject({
    configs: list,
    components: list,
    canaries: list,
    playbooks: list,
    connections: list,
    // Kinds of newer backends; accepted, but they grant nothing.
    views: z.array(z.unknown()).optional(),
    scopes: z.array(z.unknown()).optional(),
  })
  .refine((selector) => Object.keys(selector).length > 0)

/** Includes actions and objects of newer backends. */
const actions = [...accessActions, 'mcp:run', 'mcp:use', 'invoke']
const objects = [...accessObjects, 'application', 'views', 'mcp']

const findsEach = (text: string, names: readonly string[]): boolean => {
  const patterns = text
    .split(',')
    .map((part) =>
      part
        .trim()
        .replace(/^!/, '')
        .replace(/^invoke:.*/, 'invoke'),
    )
    .filter((part) => part !== '')
  return patterns.length > 0 && patterns.every((pattern) => names.some((name) => matchesPatterns(pattern, name)))
}

/** `text` is a comma-separated list; its parts may be patterns. */
export const isKnownAction = (text: string): boolean => findsEach(text, actions)

const must = {
  subject_type: `must be one of ${subjectTypes.join(', ')}`,
  action: `must be a comma-separated list of ${accessActions.join(', ')} or *`,
  object: `must be a comma-separated list of ${accessObjects.join(', ')} or *`,
  object_selector: 'must be an object of lists of selectors, such as {"playbooks": [{"name": "scale-*"}]}',
  agents: 'must be a list of names',
  tags: 'must be an object of strings',
  until: 'must be a date and time',
} as const satisfies Partial<Record<keyof Grant, string>>
type Checked = keyof typeof must

const tagsSchema = z.record(z.string(), scalar)
const findInvalidField = ({ action, object, object_selector: selector, tags, until }: Grant): Checked | undefined => {
  if (!isKnownAction(action)) return 'action'
  if (object !== null && !findsEach(object, objects)) return 'object'
  if (selector !== null && !objectSelectorSchema.safeParse(selector).success) return 'object_selector'
  if (tags !== null && !tagsSchema.safeParse(tags).success) return 'tags'
  return until !== null && Number.isNaN(parseDate(until)) ? 'until' : undefined
}

/** Undefined if the selector is invalid for another reason. */
const findUnknownField = (selector: Grant['object_selector']): string | undefined => {
  const issue = objectSelectorSchema.safeParse(selector).error?.issues.find(({ code }) => code === 'unrecognized_keys')
  if (issue?.code !== 'unrecognized_keys') return undefined
  const [key = ''] = issue.keys
  const known = Object.keys(issue.path.length === 0 ? objectSelectorSchema.shape : selectorSchema.shape)
  return `${formatPath([...issue.path, key])}${formatSuggestion(key, known)}`
}

/** Names of resources that are written in place of their object. */
const objectNames = new Map([
  ['config', 'catalog'],
  ['configs', 'catalog'],
  ['component', 'topology'],
  ['components', 'topology'],
  ['check', 'canaries'],
  ['checks', 'canaries'],
])

const describeObject = (text: string): string => {
  const unknown = text.split(',').find((part) => !findsEach(part, objects)) ?? text
  const meant = objectNames.get(unknown.trim())
  return `${JSON.stringify(unknown)}${meant === undefined ? formatSuggestion(unknown, objects) : ` (did you mean "${meant}"?)`}`
}

const isChecked = (field: string): field is Checked => field in must

const grantError = (
  field: string,
  requirement = isChecked(field) ? must[field] : 'must be a string',
): { readonly error: GrantError } => ({
  error: { field, message: `Invalid permission field ${field}: it ${requirement}.`, requirement },
})

/** An invalid row neither grants nor denies anything. */
export const readGrant = (row: unknown): { readonly grant: Grant } | { readonly error: GrantError } => {
  const parsed = grantSchema.safeParse(row)
  if (!parsed.success) return grantError(String(parsed.error.issues[0]?.path[0] ?? 'id'))
  const invalidField = findInvalidField(parsed.data)
  if (invalidField === undefined) return { grant: parsed.data }
  if (invalidField === 'object' && parsed.data.object)
    return grantError('object', `${must.object}, got ${describeObject(parsed.data.object)}`)
  const unknown = invalidField === 'object_selector' ? findUnknownField(parsed.data.object_selector) : undefined
  return grantError(invalidField, unknown && `must have known fields only, got ${unknown}`)
}

export const readGrants = (rows: readonly unknown[]) => {
  const grants: Grant[] = []
  const errors: (GrantError & { readonly id: string })[] = []
  for (const row of rows) {
    const read = readGrant(row)
    if ('grant' in read) grants.push(read.grant)
    else errors.push({ id: String(Object(row).id), ...read.error })
  }
  return { grants, errors } as const
}

export const shownGrant = (row: unknown): unknown => {
  const read = readGrant(row)
  if ('grant' in read) return row
  const fields: Record<string, unknown> = { ...Object(row), fault: read.error.message }
  for (const [name, schema] of Object.entries(grantSchema.shape))
    if (!schema.safeParse(fields[name]).success) fields[name] = null
  return fields
}
