import type { Queryable } from '#relay/database/database.ts'

export const findPassword = async (
  database: Queryable,
  identityId: string | undefined,
): Promise<string | undefined> => {
  const { rows } = await database.query<{ hash: string }>(
    'select hash from identity.passwords where identity_id = $1',
    [identityId ?? null],
  )
  return rows[0]?.hash
}

export const savePassword = async (database: Queryable, identityId: string, hash: string, at: Date): Promise<void> => {
  await database.query(
    `insert into identity.passwords (identity_id, hash, changed_at) values ($1, $2, $3)
     on conflict (identity_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [identityId, hash, at],
  )
}
