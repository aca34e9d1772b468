import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { textOf } from './text-of.ts'

/** The columns of a notification rule that name whom it tells, by the word that documents have for them. */
export const targets = {
  person: 'person_id',
  team: 'team_id',
  onCall: 'on_call_team_id',
  playbook: 'playbook_id',
} as const
export const fallbacks = {
  person: 'fallback_person_id',
  team: 'fallback_team_id',
  onCall: 'fallback_on_call_team_id',
  playbook: 'fallback_playbook_id',
} as const
type Word = keyof typeof targets
type Columns = Readonly<Record<Word, string>>

/** Names for ids and back: ids are of one installation, names are the same in all. */
export interface References {
  namesOf(row: Row, columns: Columns): Row
  /** The ids of what is named, or what is wrong with a name, as a sentence. */
  idsOf(names: Row, columns: Columns): Row | string
}

/** A resource of a file that others of it may name. */
export type Coming = Pick<Named, 'word' | 'name'>

interface Named {
  readonly id: string
  readonly word: Word
  readonly name: string
}

const words: readonly Word[] = ['person', 'team', 'onCall', 'playbook']

/** What there is, and what a file brings, which has no id yet. */
export const readReferences = async (database: Queryable, coming: readonly Coming[] = []): Promise<References> => {
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
    namesOf: (row, columns) =>
      Object.fromEntries(
        words.flatMap((word) => {
          const name = nameById.get(textOf(row[columns[word]]))
          return name === undefined ? [] : [[word, name]]
        }),
      ),
    idsOf: (names, columns) => {
      const stranger = Object.keys(names).find((name) => !words.some((word) => word === name))
      if (stranger !== undefined)
        return `it names a ${stranger}; a person, a team, who is on call for a team, or a playbook can be named.`
      const ids: Record<string, string | null> = Object.fromEntries(words.map((word) => [columns[word], null]))
      for (const word of words) {
        if (names[word] == null) continue
        const name = textOf(names[word])
        const id = idByName.get(keyOf({ word, name }))
        if (id === undefined) return `there is no ${word === 'onCall' ? 'team' : word} "${name}" here.`
        ids[columns[word]] = id
      }
      return ids
    },
  }
}
