import type { RecipientKind, RuleNames } from '#shared/notifications/rule-spec.ts'
import type { ResourceKind } from '#shared/resources/kinds/resource-kind.ts'
import { allResourceKinds } from '#shared/resources/resource-kinds.ts'
import type { Queryable } from '#relay/database/database.ts'
import { ownRows } from './own-rows.ts'

export type ReferenceKind = NonNullable<ResourceKind['reference']> | 'person' | 'mail' | 'check'

interface Coming {
  readonly kind: ReferenceKind
  readonly name: string
}

export interface References extends RuleNames {
  readonly findName: (kind: ReferenceKind | RecipientKind, id: string) => string | undefined
  readonly findId: (kind: ReferenceKind | RecipientKind, name: string) => string | null | undefined
}

const byName = (table: string): string => `
  select min(id::text)::uuid as id, coalesce(namespace, 'default') || '/' || name as name from ${table}
   where deleted_at is null and ${ownRows(table)} group by 2 having count(*) = 1`

/** A name that several resources share resolves to none of them. */
const named: Readonly<Record<ReferenceKind, string>> = {
  person: `
    select id, email as name from people where deleted_at is null and email is not null
    union all select id, name from people where deleted_at is null and email is null
      and not exists (select from people as other where other.id <> people.id and other.deleted_at is null
                        and people.name in (other.email, case when other.email is null then other.name end))`,
  team: 'select id, name from teams where deleted_at is null',
  playbook: "select id, namespace || '/' || name as name from playbooks where deleted_at is null",
  mail: 'select id, email as name from people where deleted_at is null and email is not null',
  canary: byName('canaries'),
  connection: byName('connections'),
  notification: byName('notifications'),
  scraper: byName('config_scrapers'),
  topology: byName('topologies'),
  check: `
    select min(checks.id::text)::uuid as id,
        canaries.namespace || '/' || canaries.name || '/' || checks.type || '/' || checks.name as name
      from checks join canaries on canaries.id = canary_id
     where checks.deleted_at is null and canaries.deleted_at is null and ${ownRows('canaries')}
     group by 2 having count(*) = 1`,
}

/** Names that resolve only where no resource has them as its own name. */
const aliases: Partial<Readonly<Record<ReferenceKind, string>>> = {
  person: `
    select min(id::text)::uuid as id, name from people where deleted_at is null and email is not null
     group by name having count(*) = 1`,
  connection: `
    select min(id::text)::uuid as id, alias as name
      from connections, unnest(array[name, type || '/' || name]) as alias
     where deleted_at is null and ${ownRows('connections')} group by alias having count(*) = 1`,
}

const namespaced: ReadonlySet<string | null> = new Set(
  allResourceKinds.flatMap(({ hasNamespace, reference }) => (hasNamespace ? [reference] : [])),
)

const referenceKey = (kind: ReferenceKind | RecipientKind, name: string) =>
  `${kind === 'onCall' ? 'team' : kind} ${name}`

export const readReferences = async (
  database: Queryable,
  kinds: readonly ReferenceKind[] = [],
  coming: readonly Coming[] = [],
): Promise<References> => {
  const nameById = new Map<string, string>()
  const idByName = new Map<string, string | null>(coming.map(({ kind, name }) => [referenceKey(kind, name), null]))
  for (const kind of kinds) {
    const { rows } = await database.query<{ id: string; name: string }>(named[kind])
    for (const { id, name } of rows) {
      nameById.set(referenceKey(kind, id), name)
      idByName.set(referenceKey(kind, name), id)
    }
  }
  for (const kind of kinds) {
    const alias = aliases[kind]
    if (alias === undefined) continue
    const { rows } = await database.query<{ id: string; name: string }>(alias)
    for (const { id, name } of rows) {
      const key = referenceKey(kind, name)
      if (!idByName.has(key)) idByName.set(key, id)
    }
  }
  return {
    findName: (kind, id) => nameById.get(referenceKey(kind, id)),
    findId: (kind, name) => idByName.get(referenceKey(kind, name)),
  }
}

/** Names without a namespace are those of the document's own namespace, then of `default`. Ids are accepted too. */
export const referencesFrom = (references: References, namespace: string): References => ({
  ...references,
  findId: (kind, name) => {
    const places = namespaced.has(kind) && !name.includes('/') ? [namespace || 'default', 'default'] : []
    for (const each of [...places.map((place) => `${place}/${name}`), name]) {
      const id = references.findId(kind, each)
      if (id !== undefined) return id
    }
    return references.findName(kind, name) === undefined ? undefined : name
  },
})
