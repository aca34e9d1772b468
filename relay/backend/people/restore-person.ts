import type { Queryable } from '#relay/database/database.ts'

/** Clears the address if it belongs to someone else now. */
export const restorePerson = async (database: Queryable, id: string): Promise<void> => {
  await database.query(
    `update people set deleted_at = null, email = case when exists
       (select 1 from people as other where lower(other.email) = lower(people.email) and other.deleted_at is null)
       then null else email end
     where id = $1 and deleted_at is not null`,
    [id],
  )
}
