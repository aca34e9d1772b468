import type { RecipientKind, RuleNames } from '#shared/notifications/rule-spec.ts'
import type { Queryable } from '#relay/database/database.ts'
import { ownRows } from './own-rows.ts'

export type ReferenceKind =
  | Exclude<RecipientKind, 'onCall'>
  | 'mail'
  | 'canary'
  | 'check'
  | 'connection'
  | 'notification'
  | 'scraper'
  | 'topology'

export interface Coming {
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
      nameById.set(id, name)
      idByName.set(referenceKey(kind, name), id)
    }
  }
  return {
    findName: (_kind, id) => nameById.get(id),
    findId: (kind, name) => idByName.get(referenceKey(kind, name)),
  }
}
