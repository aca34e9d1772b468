import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface RecoveryCode {
  readonly position: number
  readonly code: string
  readonly usedAt: string | null
}

const toPurpose = (identityId: string) => `recovery codes ${identityId}`

export const findRecoveryCodes = async (
  database: Queryable,
  ring: KeyRing,
  identityId: string,
): Promise<RecoveryCode[]> => {
  const { rows } = await database.query<{ position: number; code: Uint8Array; used_at: string | null }>(
    'select position, code, used_at from identity.recovery_codes where identity_id = $1 order by position',
    [identityId],
  )
  return rows.map(({ position, code, used_at }) => ({
    position,
    code: ring.open(code, toPurpose(identityId)),
    usedAt: used_at,
  }))
}

export const replaceRecoveryCodes = async (
  transaction: Queryable,
  ring: KeyRing,
  identityId: string,
  codes: readonly string[],
): Promise<void> => {
  await removeRecoveryCodes(transaction, identityId)
  for (const [position, code] of codes.entries()) {
    await transaction.query('insert into identity.recovery_codes (identity_id, position, code) values ($1, $2, $3)', [
      identityId,
      position,
      ring.seal(code, toPurpose(identityId)),
    ])
  }
}

/** Returns true only for the first caller. */
export const useRecoveryCode = async (
  database: Queryable,
  identityId: string,
  position: number,
  at: Date,
): Promise<boolean> => {
  const { affectedRows } = await database.query(
    'update identity.recovery_codes set used_at = $3 where identity_id = $1 and position = $2 and used_at is null',
    [identityId, position, at],
  )
  return affectedRows === 1
}

export const removeRecoveryCodes = async (database: Queryable, identityId: string): Promise<void> => {
  await database.query('delete from identity.recovery_codes where identity_id = $1', [identityId])
}
