import type { RecipientWord, RuleNames } from '#shared/notifications/rule-spec.ts'
import type { Queryable } from '#relay/database/database.ts'

/** A resource of a file that others of it may name. */
export type Coming = Pick<Named, 'word' | 'name'>

interface Named {
  readonly id: string
  readonly word: RecipientWord
  readonly name: string
}

/** Whoever is on call is named by the team. */
const keyOf = ({ word, name }: Coming): string => `${word === 'onCall' ? 'team' : word} ${name}`

/** What there is, and what a file brings, which has no id yet. A name that several have names none of them. */
export const readReferences = async (database: Queryable, coming: readonly Coming[] = []): Promise<RuleNames> => {
  const { rows } = await database.query<Named>(
    `select id, 'person' as word, email as name from people where deleted_at is null and email is not null
     union all select id, 'person', name from people where deleted_at is null and email is null
       and not exists (select from people as other where other.id <> people.id and other.deleted_at is null
                         and people.name in (other.email, case when other.email is null then other.name end))
     union all select id, 'team', name from teams where deleted_at is null
     union all select id, 'playbook', namespace || '/' || name from playbooks where deleted_at is null`,
  )
  const nameById = new Map(rows.map(({ id, name }) => [id, name]))
  const idByName = new Map<string, string | null>(coming.map((each) => [keyOf(each), null]))
  for (const row of rows) idByName.set(keyOf(row), row.id)
  return {
    nameOf: (_word, id) => nameById.get(id),
    idOf: (word, name) => idByName.get(keyOf({ word, name })),
  }
}
