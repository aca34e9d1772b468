import type { Role } from '#shared/access/roles.ts'
import type { Queryable } from '#relay/database/database.ts'

export const giveRoles = async (transaction: Queryable, id: string, roles: readonly Role[]): Promise<void> => {
  await transaction.query(
    'insert into relay.person_roles (person_id, role) select $1, unnest($2::text[]) on conflict do nothing',
    [id, roles],
  )
}

export const replaceRoles = async (transaction: Queryable, id: string, roles: readonly Role[]): Promise<void> => {
  await transaction.query('delete from relay.person_roles where person_id = $1 and role <> all($2::text[])', [
    id,
    roles,
  ])
  await giveRoles(transaction, id, roles)
}
