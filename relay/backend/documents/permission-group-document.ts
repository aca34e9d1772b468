import { z } from 'zod'
import { findMemberError, groupMemberKinds } from '#shared/access/permission-groups.ts'
import { isMap } from '#shared/primitives/is-map.ts'

type Row = Readonly<Record<string, unknown>>

const member = z.union([
  z.string().min(1),
  z.looseObject({ name: z.string().nullish(), namespace: z.string().nullish() }),
])
const members = z.array(member).nullish()

const useMetadata = 'name the group in metadata.name'

export const permissionGroupSpecSchema = z.strictObject({
  description: z.string().nullish(),
  /** Published for earlier documents. */
  name: z.undefined({ error: useMetadata }).optional(),
  ...Object.fromEntries(groupMemberKinds.map((kind) => [kind, members])),
  selectors: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
})

const isKind = (key: string): boolean => groupMemberKinds.some((kind) => kind === key)

export const readPermissionGroupSpec = (
  spec: unknown,
): { readonly selectors: Row | readonly unknown[] } | { readonly error: string } => {
  const { description: _, name, selectors, ...groups } = isMap(spec) ? spec : {}
  if (name != null) return { error: `spec.name: ${useMetadata}.` }
  if (selectors !== undefined && Object.keys(groups).length > 0)
    return { error: `spec.${Object.keys(groups)[0]}: repeats selectors.` }
  if (selectors !== undefined && !isMap(selectors))
    return Array.isArray(selectors) ? { selectors } : { error: 'spec.selectors: must be a map of lists of selectors.' }
  const error = findMemberError(selectors ?? groups)
  if (error !== undefined) return { error: `spec.${selectors === undefined ? '' : 'selectors.'}${error}` }
  if (selectors !== undefined) return { selectors }
  const named = Object.entries(groups).filter(([, list]) => list != null)
  for (const [key, list] of named) {
    if (!members.safeParse(list).success) return { error: `spec.${key}: must be a list of names or {name, namespace}.` }
  }
  if (named.length === 0) return { error: `spec: needs the members of the group: ${groupMemberKinds.join(', ')}.` }
  return {
    selectors: Object.fromEntries(
      named.map(([key, list]) => [
        key,
        (Array.isArray(list) ? list : []).map((each: unknown) => (typeof each === 'string' ? toMember(each) : each)),
      ]),
    ),
  }
}

const toMember = (text: string): Row => {
  const [name = '', namespace] = text.split('/').toReversed()
  return namespace === undefined || namespace === '' ? { name } : { namespace, name }
}

export const writePermissionGroupSpec = (selectors: unknown): Row => {
  const isPublished =
    isMap(selectors) &&
    Object.keys(selectors).length > 0 &&
    Object.keys(selectors).every(isKind) &&
    permissionGroupSpecSchema.safeParse(selectors).success &&
    Object.values(selectors).every((list) => Array.isArray(list) && list.every(isMap))
  return isPublished ? selectors : { selectors }
}
