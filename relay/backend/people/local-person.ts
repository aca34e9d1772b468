import { restorePerson } from '#relay/backend/people/restore-person.ts'
import type { Queryable } from '#relay/database/database.ts'

export const localPersonId = '01890a5d-0000-7000-8000-000000000001'

export const settleLocalPerson = async (database: Queryable, isStandalone: boolean): Promise<void> => {
  if (isStandalone) await restorePerson(database, localPersonId)
  else
    await database.query('update people set deleted_at = now() where id = $1 and deleted_at is null', [localPersonId])
}
