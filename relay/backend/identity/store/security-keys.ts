import type { Queryable } from '#relay/database/database.ts'

export interface SecurityKey {
  readonly id: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: string
}

export const findSecurityKeys = async (database: Queryable, identityId: string): Promise<SecurityKey[]> => {
  const { rows } = await database.query<{
    id: string
    public_key: Uint8Array
    counter: number
    transports: string[]
    name: string
    created_at: string
  }>(
    `select id, public_key, counter, transports, name, created_at from identity.security_keys
     where identity_id = $1 order by created_at, id`,
    [identityId],
  )
  return rows.map(({ id, public_key, counter, transports, name, created_at }) => ({
    id,
    publicKey: public_key,
    counter,
    transports,
    name,
    createdAt: created_at,
  }))
}

export const insertSecurityKey = async (
  database: Queryable,
  identityId: string,
  { id, publicKey, counter, transports, name, createdAt }: SecurityKey,
): Promise<void> => {
  await database.query(
    `insert into identity.security_keys (id, identity_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, identityId, publicKey, counter, transports, name, createdAt],
  )
}

/** Returns false if the counter did not increase, which indicates a cloned key. */
export const countUse = async (database: Queryable, id: string, counter: number): Promise<boolean> => {
  const { affectedRows } = await database.query(
    'update identity.security_keys set counter = $2 where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))',
    [id, counter],
  )
  return affectedRows === 1
}

export const removeSecurityKey = async (database: Queryable, identityId: string, id: string): Promise<boolean> => {
  const { affectedRows } = await database.query(
    'delete from identity.security_keys where identity_id = $1 and id = $2',
    [identityId, id],
  )
  return affectedRows === 1
}
