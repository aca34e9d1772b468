import type { RecipientWord, RuleNames } from '#shared/notifications/rule-spec.ts'
import type { Queryable } from '#relay/database/database.ts'

/** A resource of a file that others of it may name. */
export type Coming = Pick<Named, 'word' | 'name'>

interface Named {
  readonly id: string
  readonly word: RecipientWord
  readonly name: string
}

/** What there is, and what a file brings, which has no id yet. */
export const readReferences = async (database: Queryable, coming: readonly Coming[] = []): Promise<RuleNames> => {
  const { rows } = await database.query<Named>(
    `select id, 'person' as word, coalesce(email, name) as name from people where deleted_at is null
     union all select id, 'team', name from teams where deleted_at is null
     union all select id, 'playbook', namespace || '/' || name from playbooks where deleted_at is null`,
  )
  const nameById = new Map(rows.map(({ id, name }) => [id, name]))
  /** Whoever is on call is named by the team. */
  const keyOf = ({ word, name }: Pick<Named, 'word' | 'name'>) => `${word === 'onCall' ? 'team' : word} ${name}`
  const idByName = new Map<string, string | null>(coming.map((each) => [keyOf(each), null]))
  for (const row of rows) idByName.set(keyOf(row), row.id)
  return {
    nameOf: (_word, id) => nameById.get(id),
    idOf: (word, name) => idByName.get(keyOf({ word, name })),
  }
}
