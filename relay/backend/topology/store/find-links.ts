import type { FoundResource, ResourceSelector } from '#shared/resources/resource-search.ts'
import { isId } from '#shared/primitives/id.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { FindResources } from '#relay/backend/search/find-resources.ts'
import type { Queryable } from '#relay/database/database.ts'
import { breakCircles, type Links } from './break-cycles.ts'
import { findElsewhere, findWaysBack } from './find-elsewhere.ts'
import type { Placed } from './place-drafts.ts'

interface FindLinksOptions {
  readonly database: Queryable
  readonly topologyId: string
  readonly find: FindResources
  readonly inlineCanary: (componentId: string, index: number) => string
  readonly error: (message: string) => void
}

/** Components refer to items by id, or by the id of the item's source. */
const findConfigIds = async (database: Queryable, named: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (named.length === 0) return new Map()
  const { rows } = await database.query<{ id: string; names: readonly string[] }>(
    `select id, array[id::text] as names from config_items where deleted_at is null and id = any($1::uuid[])
     union all
     select id, external_id from config_items where deleted_at is null and external_id && $2::text[]`,
    [named.filter(isId), named.filter((name) => !isId(name))],
  )
  return new Map(rows.flatMap(({ id, names }) => names.map((name) => [name, id] as const)))
}

const ids = (found: readonly FoundResource[]): string[] => [...new Set(found.map(({ id }) => id))]

const linkDescriptions = {
  selectors: 'which its selectors match',
  relationships: 'which its relationships reference',
} as const

const findRootId = ({ id, path }: Placed): string => path.split('.')[0] || id

const findRelationships = async (
  placed: readonly Placed[],
  {
    database,
    topologyId,
    names,
    error,
  }: Pick<FindLinksOptions, 'database' | 'topologyId' | 'error'> & { readonly names: Map<string, string> },
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const here = new Map(
    placed.flatMap(({ id, externalId, draft }) => [[draft.fields.name, id] as const, [externalId, id] as const]),
  )
  const inRoot = new Map(placed.map((one) => [JSON.stringify([findRootId(one), one.draft.fields.name]), one.id]))
  const refs = placed.flatMap(({ draft }) => (draft.fields.relationships ?? []).map(({ ref }) => ref))
  const elsewhere = await findElsewhere(
    database,
    topologyId,
    refs.filter((ref) => !here.has(ref)),
  )
  for (const { id, name } of elsewhere) names.set(id, name)
  const leadsTo = (placedOne: Placed, ref: string): readonly string[] => {
    const from = placedOne.draft.fields.name
    const own = inRoot.get(JSON.stringify([findRootId(placedOne), ref])) ?? here.get(ref)
    if (own !== undefined) return [own]
    const known = elsewhere.filter(({ externalId }) => externalId === ref)
    const found = known.length > 0 ? known : elsewhere.filter(({ name }) => name === ref)
    if (found.length === 1) return found.map(({ id }) => id)
    error(
      found.length === 0
        ? `${from}: its relationships reference ${ref}, which does not exist.`
        : `${from}: its relationships reference ${ref}, but ${found.length} components of other topologies have this name. Set the externalID of one.`,
    )
    return []
  }
  return new Map(
    placed.map((one) => [one.id, (one.draft.fields.relationships ?? []).flatMap(({ ref }) => leadsTo(one, ref))]),
  )
}

/** A selector without matches is not an error; a failed search is one and adds no link. */
export const findLinks = async (
  placed: readonly Placed[],
  { database, topologyId, find, inlineCanary, error }: FindLinksOptions,
): Promise<ReadonlyMap<string, Links>> => {
  const links = new Map<string, Links>()
  const searchIds = async (
    name: string,
    kind: Parameters<FindResources>[0],
    selectors: readonly ResourceSelector[],
  ) => {
    if (selectors.length === 0) return []
    return find(kind, selectors).catch((failure: unknown) => {
      error(
        `${name}: searching its ${kind === 'components' ? '' : `${kind} `}selectors failed. ${toErrorMessage(failure)}`,
      )
      return []
    })
  }
  const names = new Map(placed.map(({ id, draft }) => [id, draft.fields.name]))
  const named = await findRelationships(placed, { database, topologyId, names, error })

  const inlineChecks = async ({ id, draft }: Placed): Promise<string[]> => {
    const canaries = draft.checks.flatMap(({ inline }, index) =>
      inline === undefined ? [] : [inlineCanary(id, index)],
    )
    if (canaries.length === 0) return []
    const { rows } = await database.query<{ id: string }>(
      'select id from checks where canary_id = any($1::uuid[]) and deleted_at is null order by id',
      [canaries],
    )
    return rows.map((row) => row.id)
  }

  const configIds = await findConfigIds(
    database,
    placed.flatMap(({ draft }) => draft.fields.configID ?? []),
  )
  for (const one of placed) {
    const { id, path, draft } = one
    const { name, configID } = draft.fields
    const above = new Set([id, ...path.split('.')])
    const found = await searchIds(name, 'components', draft.selectors)
    for (const each of found) names.set(each.id, each.name)
    const selected = ids(found)
    links.set(id, {
      configId: configIds.get(configID ?? '') ?? null,
      configs: ids(await searchIds(name, 'configs', draft.configs)),
      checks: [
        ...ids(
          await searchIds(
            name,
            'checks',
            draft.checks.flatMap(({ selector }) => selector ?? []),
          ),
        ),
        ...(await inlineChecks(one)),
      ],
      related: [
        ...selected.map((each) => ({ id: each, by: 'selectors' as const })),
        ...(named.get(id) ?? []).map((each) => ({ id: each, by: 'relationships' as const })),
      ].filter((each) => !above.has(each.id)),
    })
  }
  const linked = [...links.values()].flatMap(({ related }) => related.map((each) => each.id))
  const own = placed.map(({ id }) => id)
  const waysBack = await findWaysBack(database, own, [...new Set(linked)])
  return breakCircles(placed, links, waysBack, (from, { id, by }) =>
    error(`${names.get(from) ?? from}: skipped its ancestor ${names.get(id) ?? id}, ${linkDescriptions[by]}.`),
  )
}
