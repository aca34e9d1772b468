import type { Database, Queryable } from '#relay/database/database.ts'

export const hasAdministratorAccount = async (database: Queryable): Promise<boolean> => {
  const { rows } = await database.query<{ found: boolean }>(
    `select exists (
       select 1 from identities join relay.person_roles on person_id = identities.id
       join people on people.id = identities.id and deleted_at is null
       where role = 'admin' and state = 'active'
     ) as found`,
  )
  return rows[0]?.found === true
}

export const replaceSetUpLink = (database: Database, token: Uint8Array, expiresAt: Date): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.query('delete from identity.set_up_links')
    await transaction.query('insert into identity.set_up_links (token, expires_at) values ($1, $2)', [token, expiresAt])
  })

export const isSetUpLink = async (database: Queryable, token: Uint8Array, now: Date): Promise<boolean> => {
  const { rows } = await database.query('select 1 from identity.set_up_links where token = $1 and expires_at > $2', [
    token,
    now,
  ])
  return rows.length === 1 && !(await hasAdministratorAccount(database))
}

/** Returns true only for the first caller, and only while there is no administrator. */
export const useSetUpLink = async (transaction: Queryable, token: Uint8Array, now: Date): Promise<boolean> => {
  const { affectedRows } = await transaction.query(
    'delete from identity.set_up_links where token = $1 and expires_at > $2',
    [token, now],
  )
  return affectedRows === 1 && !(await hasAdministratorAccount(transaction))
}
