import { isId } from '#shared/primitives/id.ts'
import type { Queryable } from '#relay/database/database.ts'
import { notFound } from '#relay/errors/http-error.ts'

export const isKnownPerson = async (database: Queryable, personId: string): Promise<boolean> =>
  isId(personId) && (await database.query('select 1 from people where id = $1', [personId])).rows.length > 0

export const assertKnownPerson = async (database: Queryable, personId: string): Promise<void> => {
  if (!(await isKnownPerson(database, personId)))
    throw notFound('Your account is not linked to a person of this console, so it cannot receive messages.')
}
