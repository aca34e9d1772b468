import type { ResourceSelector, FoundResource } from '#shared/resources/resource-search.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import type { createResourceSearch } from '#relay/backend/search/resource-search.ts'
import type { Queryable } from '#relay/database/database.ts'
import { breakCircles } from './break-circles.ts'
import type { Placed } from './place-drafts.ts'

export type FindResources = (
  kind: 'configs' | 'components' | 'checks',
  selectors: readonly ResourceSelector[],
) => Promise<readonly FoundResource[]>

/** The console itself, to which everything is known. */
const itself: Viewer = { id: 'topologies', name: '', email: '', roles: ['admin'] }

/** Searches for resources as the console itself. */
export const findAsConsole =
  (search: ReturnType<typeof createResourceSearch>): FindResources =>
  async (kind, selectors) =>
    selectors.length === 0 ? [] : ((await search(itself, { limit: mostFound, [kind]: selectors }))[kind] ?? [])

const mostFound = 1_000

/** What a component is tied to, by ids. */
export interface Links {
  /** The item that it stands for. */
  readonly configId: string | null
  readonly configs: readonly string[]
  readonly checks: readonly string[]
  /** Components that are shown under it beside those that are right below. */
  readonly related: readonly { readonly id: string; readonly by: 'selectors' | 'relationships' }[]
}

export interface FindLinksOptions {
  readonly database: Queryable
  readonly find: FindResources
  /** The canary of checks that stand in the topology, by the component's id and the check's place among its own. */
  readonly inlineCanary: (componentId: string, index: number) => string
  readonly error: (sentence: string) => void
}

/** The ids of items by what components call them: their id, or what their source calls them. */
const idsOfConfigs = async (database: Queryable, named: readonly string[]): Promise<ReadonlyMap<string, string>> => {
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

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Finds what components are tied to. What matches nothing is no error; what cannot be asked is one, and ties to nothing. */
export const findLinks = async (
  placed: readonly Placed[],
  { database, find, inlineCanary, error }: FindLinksOptions,
): Promise<ReadonlyMap<string, Links>> => {
  const links = new Map<string, Links>()
  const asked = async (name: string, kind: Parameters<FindResources>[0], selectors: readonly ResourceSelector[]) => {
    if (selectors.length === 0) return []
    return find(kind, selectors).catch((failure: unknown) => {
      error(
        `${name}: its ${kind === 'components' ? '' : `${kind} `}selectors cannot be searched for. ${sentenceOf(failure)}`,
      )
      return []
    })
  }
  const byName = new Map(
    placed.flatMap(({ id, externalId, draft }) => [[draft.fields.name, id] as const, [externalId, id] as const]),
  )

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

  const configIds = await idsOfConfigs(
    database,
    placed.flatMap(({ draft }) => draft.fields.configID ?? []),
  )
  for (const one of placed) {
    const { id, path, draft } = one
    const { name, configID, relationships = [] } = draft.fields
    const above = new Set([id, ...path.split('.')])
    const selected = ids(await asked(name, 'components', draft.selectors))
    const around = selected.find((each) => above.has(each) && each !== id)
    if (around !== undefined)
      error(`${name}: its selectors find a component that it is below itself. That one is left out.`)
    const unknown = relationships.filter(({ ref }) => !byName.has(ref))
    for (const { ref } of unknown)
      error(`${name}: there is no component ${ref} in this topology, to which its relationships lead.`)
    links.set(id, {
      configId: configIds.get(configID ?? '') ?? null,
      configs: ids(await asked(name, 'configs', draft.configs)),
      checks: [
        ...ids(
          await asked(
            name,
            'checks',
            draft.checks.flatMap(({ selector }) => selector ?? []),
          ),
        ),
        ...(await inlineChecks(one)),
      ],
      related: [
        ...selected.filter((each) => !above.has(each)).map((each) => ({ id: each, by: 'selectors' as const })),
        ...relationships.flatMap(({ ref }) => {
          const related = byName.get(ref)
          return related === undefined || above.has(related) ? [] : [{ id: related, by: 'relationships' as const }]
        }),
      ],
    })
  }
  const names = new Map(placed.map(({ id, draft }) => [id, draft.fields.name]))
  return breakCircles(placed, links, (from, to) =>
    error(
      `${names.get(from) ?? from}: it is shown below ${names.get(to) ?? to}, which its selectors find. That one is left out.`,
    ),
  )
}
