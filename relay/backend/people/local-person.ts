import { restorePerson } from '#relay/backend/people/restore-person.ts'
import type { Queryable } from '#relay/database/database.ts'

/** The person that every database begins with: who acts where nobody signs in. No identity belongs to them. */
export const localPersonId = '01890a5d-0000-7000-8000-000000000001'

/**
 * The local person is somebody in standalone mode alone. Where people sign in they are removed: nobody finds, is given or
 * takes them, and what was done in their name keeps it.
 */
export const settleLocalPerson = async (database: Queryable, isStandalone: boolean): Promise<void> => {
  if (isStandalone) await restorePerson(database, localPersonId)
  else
    await database.query('update people set deleted_at = now() where id = $1 and deleted_at is null', [localPersonId])
}
