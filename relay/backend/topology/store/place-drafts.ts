import { randomUUID } from 'node:crypto'
import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { Draft } from '#relay/backend/topology/build/draft.ts'

export interface KnownComponent {
  readonly id: string
  readonly external_id: string
  readonly parent_id: string | null
  readonly type: string | null
  readonly name: string
  readonly deleted_at: string | null
}

export interface Placed {
  readonly id: string
  readonly externalId: string
  readonly parentId: string | null
  readonly path: string
  readonly draft: Draft
}

interface Entry {
  readonly draft: Draft
  parent: Entry | undefined
}

const toEntries = (drafts: readonly Draft[], parent: Entry | undefined): Entry[] =>
  drafts.flatMap((draft) => {
    const entry: Entry = { draft, parent }
    return [entry, ...toEntries(draft.children, entry)]
  })

const isBelow = (entry: Entry, above: Entry): boolean => {
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent) if (at === above) return true
  return false
}

const findRoot = (entry: Entry): Entry => (entry.parent === undefined ? entry : findRoot(entry.parent))

const fits = ({ fields }: Draft, wanted: NonNullable<Draft['fields']['parentLookup']>): boolean =>
  (wanted.name === undefined || wanted.name === fields.name) &&
  (wanted.type === undefined || wanted.type === fields.type) &&
  (wanted.namespace === undefined || wanted.namespace === fields.namespace) &&
  (wanted.externalID === undefined || wanted.externalID === (fields.externalID ?? fields.id))

const settleParents = (entries: readonly Entry[], error: (message: string) => void): void => {
  for (const entry of entries) {
    const wanted = entry.draft.fields.parentLookup
    if (wanted === undefined) continue
    const candidates = entries.filter((other) => other !== entry && fits(other.draft, wanted))
    const root = findRoot(entry)
    const parent = candidates.find((other) => findRoot(other) === root) ?? candidates[0]
    if (parent === undefined) continue
    if (isBelow(parent, entry))
      error(
        `${entry.draft.fields.name}: its parentLookup matches ${parent.draft.fields.name}, which is one of its descendants. It was not moved.`,
      )
    else entry.parent = parent
  }
}

const identityKey = (parentId: string | null, type: string | null | undefined, name: string): string =>
  JSON.stringify([parentId, type ?? null, name])

const typeKey = ({ type, name }: { readonly type?: string | null | undefined; readonly name: string }): string =>
  identityKey(null, type, name)

/** By type and name, for components that are the only ones of theirs before and after. */
const findMoved = (entries: readonly Entry[], living: readonly KnownComponent[]): ReadonlyMap<string, string> => {
  const drafts = groupedBy(entries, ({ draft }) => typeKey(draft.fields))
  return new Map(
    [...groupedBy(living, typeKey)].flatMap(([key, [row, ...others]]) =>
      row !== undefined && others.length === 0 && drafts.get(key)?.length === 1 ? [[key, row.id] as const] : [],
    ),
  )
}

/**
 * Parents first. A draft takes the id of the known component with the same parent, type and name, or external id, or
 * of the only one with its type and name, which moved, or of a deleted one at its place; later duplicates are skipped
 * and reported.
 */
export const placeDrafts = (
  drafts: readonly Draft[],
  known: readonly KnownComponent[],
  { root, error }: { readonly root: string; readonly error: (message: string) => void },
): readonly Placed[] => {
  const entries = toEntries(drafts, undefined)
  settleParents(entries, error)
  const below = groupedBy(entries, ({ parent }) => parent)
  const living = known.filter((row) => row.deleted_at === null)
  const byIdentity = (rows: readonly KnownComponent[]) =>
    new Map(rows.map((row) => [identityKey(row.parent_id, row.type, row.name), row.id]))
  const [existing, deleted] = [byIdentity(living), byIdentity(known.filter((row) => row.deleted_at !== null))]
  const moved = findMoved(entries, living)
  const byExternalId = new Map(living.map((row) => [row.external_id, row.id]))
  const taken = new Set<string>()
  const externalIds = new Set<string>()
  const identities = new Set<string>()
  const placed: Placed[] = []

  const placeEntry = ({ draft }: Entry, parent: Placed | undefined): Placed | undefined => {
    const { name, type } = draft.fields
    const parentId = parent?.id ?? null
    const key = identityKey(parentId, type, name)
    const externalId =
      draft.fields.externalID ?? draft.fields.id ?? [parent?.externalId ?? root, type ?? '', name].join('/')
    const where = parent === undefined ? '' : ` below ${parent.draft.fields.name}`
    if (identities.has(key)) {
      error(`Two components are named ${name}${where}. The second one is skipped.`)
      return undefined
    }
    if (externalIds.has(externalId)) {
      error(`Two components have the external id ${externalId}. The second one, ${name}${where}, is skipped.`)
      return undefined
    }
    identities.add(key)
    externalIds.add(externalId)
    const candidates = [
      existing.get(key),
      byExternalId.get(externalId),
      moved.get(typeKey(draft.fields)),
      deleted.get(key),
    ]
    const id = candidates.find((each) => each !== undefined && !taken.has(each))
    const one: Placed = {
      id: id ?? randomUUID(),
      externalId,
      parentId,
      path: parent === undefined ? '' : [parent.path, parent.id].filter((part) => part !== '').join('.'),
      draft,
    }
    taken.add(one.id)
    placed.push(one)
    return one
  }
  let level = (below.get(undefined) ?? []).map((entry) => ({ entry, parent: undefined as Placed | undefined }))
  while (level.length > 0) {
    level = level.flatMap(({ entry, parent }) => {
      const one = placeEntry(entry, parent)
      return one === undefined ? [] : (below.get(entry) ?? []).map((child) => ({ entry: child, parent: one }))
    })
  }
  return placed
}
