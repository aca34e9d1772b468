import { localPersonId } from '#relay/backend/people/local-person.ts'
import type { Queryable } from '#relay/database/database.ts'

/**
 * Must be held by every change that may remove an administrator: two concurrent ones could otherwise remove the
 * last two.
 */
export const administratorsLock = 4_600_019

export const hasAdministrator = async (database: Queryable): Promise<boolean> => {
  const { rows } = await database.query<{ found: boolean }>(
    `select exists (
       select 1 from relay.person_roles as held
       join people on people.id = held.person_id and deleted_at is null
       left join identities on identities.id = held.person_id
       left join relay.remote_addresses as remote on remote.person_id = held.person_id
       where role = 'admin' and case when exists (select 1 from identities union select 1 from relay.remote_addresses)
         then state = 'active' or remote.person_id is not null else held.person_id <> $1 end
     ) as found`,
    [localPersonId],
  )
  return rows[0]?.found === true
}
