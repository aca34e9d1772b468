import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'
import type { Queryable } from '#relay/database/database.ts'

const toPurpose = (identityId: string) => `authenticator ${identityId}`

export const findAuthenticator = async (
  database: Queryable,
  ring: KeyRing,
  identityId: string,
): Promise<string | undefined> => {
  const { rows } = await database.query<{ secret: Uint8Array }>(
    'select secret from identity.authenticators where identity_id = $1',
    [identityId],
  )
  return rows[0] && ring.open(rows[0].secret, toPurpose(identityId))
}

/** `step` is the time step of the code that verified it; it cannot be used again. */
export const saveAuthenticator = async (
  database: Queryable,
  ring: KeyRing,
  { identityId, secret, step, at }: { identityId: string; secret: string; step: number; at: Date },
): Promise<void> => {
  await database.query(
    `insert into identity.authenticators (identity_id, secret, last_step, created_at) values ($1, $2, $3, $4)`,
    [identityId, ring.seal(secret, toPurpose(identityId)), step, at],
  )
}

export const useStep = async (database: Queryable, identityId: string, step: number): Promise<boolean> => {
  const { affectedRows } = await database.query(
    'update identity.authenticators set last_step = $2 where identity_id = $1 and last_step < $2',
    [identityId, step],
  )
  return affectedRows === 1
}

export const removeAuthenticator = async (database: Queryable, identityId: string): Promise<void> => {
  await database.query('delete from identity.authenticators where identity_id = $1', [identityId])
}
