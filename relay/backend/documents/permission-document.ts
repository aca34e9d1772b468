import { z } from 'zod'
import { isKnownAction, selectorSchema } from '#shared/access/grant-error.ts'
import { accessActions } from '#shared/access/resources.ts'
import { scalar } from '#shared/primitives/document-scalars.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'

type Row = Readonly<Record<string, unknown>>

const objectKinds = ['configs', 'components', 'playbooks', 'canaries', 'connections', 'views', 'scopes'] as const

const texts = z.union([z.string(), z.array(z.string())]).nullish()
const labels = z.record(z.string(), scalar).nullish()
const publishedSelectorSchema = selectorSchema.extend({ names: texts, namespaces: texts, tags: labels, labels })

const selectors = z.array(publishedSelectorSchema).nullish()

export const permissionObjectSchema = z.strictObject({
  configs: selectors,
  components: selectors,
  playbooks: selectors,
  canaries: selectors,
  connections: selectors,
  views: z.array(z.unknown()).nullish(),
  scopes: z.array(z.unknown()).nullish(),
})

export const permissionActionsSchema = z.union([z.string(), z.array(z.string()).min(1)])

const withLabels = (selector: unknown, values: unknown): string | undefined => {
  const wanted = isMap(values) ? Object.entries(values).map(([key, value]) => `${key}=${String(value)}`) : []
  const all = [...(typeof selector === 'string' && selector !== '' ? [selector] : []), ...wanted]
  return all.length === 0 ? undefined : all.join(',')
}

/** A stored selector has label selectors as text and no plural names. */
const toSelector = ({
  names,
  namespaces,
  tags,
  labels: wanted,
  ...selector
}: z.infer<typeof publishedSelectorSchema>): Row =>
  Object.fromEntries(
    Object.entries({
      ...selector,
      name: selector.name ?? names,
      namespace: selector.namespace ?? namespaces,
      tagSelector: withLabels(selector.tagSelector, tags),
      labelSelector: withLabels(selector.labelSelector, wanted),
    }).filter(([, value]) => value != null),
  )

const readObject = (object: Row): { readonly selector: Row } | { readonly error: string } => {
  const { data, error } = permissionObjectSchema.safeParse(object)
  if (data === undefined) {
    const [issue] = specIssues(permissionObjectSchema, error, object)
    return { error: `${formatPath(['spec.object', ...(issue?.path ?? [])])}: ${issue?.message ?? 'cannot be read'}.` }
  }
  const selector = Object.fromEntries(
    objectKinds.flatMap((kind) => {
      const list = data[kind]
      if (list == null) return []
      return [[kind, kind === 'views' || kind === 'scopes' ? list : (data[kind] ?? []).map((each) => toSelector(each))]]
    }),
  )
  return Object.keys(selector).length === 0
    ? { error: `spec.object: needs selectors of ${objectKinds.slice(0, 5).join(', ')}.` }
    : { selector }
}

/** A subject may be written as a map of its namespace and name. */
const toSubject = (subject: unknown): unknown =>
  isMap(subject)
    ? Object.fromEntries(
        Object.entries(subject)
          .filter(([, named]) => named != null)
          .map(([kind, named]) => {
            if (!isMap(named) || typeof named['name'] !== 'string') return [kind, named]
            const { name, namespace } = named
            return [kind, typeof namespace === 'string' && namespace !== '' ? `${namespace}/${name}` : name]
          }),
      )
    : subject

/** The columns of a row, with names where a row has ids. */
export const readPermissionSpec = (spec: unknown): { readonly spec: Row } | { readonly error: string } => {
  const { actions, object, ...rest } = isMap(spec) ? spec : {}
  const row: Record<string, unknown> = { ...rest, subject: toSubject(rest['subject']) }
  if (actions !== undefined && rest['action'] !== undefined) return { error: 'spec.action: repeats actions.' }
  if (actions === undefined && rest['action'] === undefined) return { error: 'spec.actions: required.' }
  if (actions !== undefined) {
    const { data } = permissionActionsSchema.safeParse(actions)
    if (data === undefined) return { error: 'spec.actions: must be a list of actions.' }
    const list = typeof data === 'string' ? [data] : data
    const unknown = list.findIndex((text) => !isKnownAction(text))
    if (unknown >= 0)
      return {
        error: `spec.actions[${unknown}]: unknown action "${list[unknown]}"; use ${accessActions.join(', ')} or *.`,
      }
    row['action'] = list.map((action) => action.trim()).join(',')
  }
  if (!isMap(object)) return { spec: { ...row, ...(object != null && { object }) } }
  if (rest['object_selector'] !== undefined) return { error: 'spec.object_selector: repeats object.' }
  const read = readObject(object)
  return 'error' in read ? read : { spec: { ...row, object_selector: read.selector } }
}

const isPublishedObject = (row: Row): boolean =>
  row['object'] === undefined && permissionObjectSchema.safeParse(row['object_selector']).success

const toActions = (list: string): readonly string[] =>
  list
    .split(',')
    .map((action) => action.trim())
    .filter((action) => action !== '')

/** A row with both an object and selectors keeps the name of the column. */
export const writePermissionSpec = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]): [string, unknown][] => {
      if (value === undefined) return []
      if (key === 'action' && typeof value === 'string') return [['actions', toActions(value)]]
      return [[key === 'object_selector' && isPublishedObject(row) ? 'object' : key, value]]
    }),
  )
