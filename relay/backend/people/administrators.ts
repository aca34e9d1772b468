import type { Queryable } from '#relay/database/database.ts'

/** Taken by whatever may take an administrator away: two who take each other's role at once would both succeed. */
export const administratorsLock = 4_600_019

/** Whether somebody who can sign in holds the role admin: by an account of this console, or by one elsewhere. */
export const hasAdministrator = async (database: Queryable): Promise<boolean> => {
  const { rows } = await database.query<{ found: boolean }>(
    `select exists (
       select 1 from relay.person_roles
       join people on people.id = person_id and deleted_at is null
       left join identities on identities.id = person_id
       where role = 'admin' and case when exists (select 1 from identities)
         then state = 'active' else person_id <> '01890a5d-0000-7000-8000-000000000001' end
     ) as found`,
  )
  return rows[0]?.found === true
}
