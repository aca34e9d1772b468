import { dayMs } from '#shared/primitives/time-units.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Must not contain secrets. */
interface AccountEvent {
  readonly at: Date
  readonly identityId: string | null
  readonly event: string
  readonly address: string
  readonly userAgent: string
}

export const isKnownAddress = async (
  database: Queryable,
  identityId: string | undefined,
  address: string,
  now: Date,
): Promise<boolean> => {
  const { rows } = await database.query<{ found: boolean }>(
    `select exists (
       select 1 from identity.events where identity_id = $1 and address = $2 and event = 'login.password' and at > $3
     ) as found`,
    [identityId ?? null, address, new Date(now.getTime() - 30 * dayMs)],
  )
  return rows[0]?.found === true
}

export const recordEvent = async (
  database: Queryable,
  { at, identityId, event, address, userAgent }: AccountEvent,
): Promise<void> => {
  await database.query(
    'insert into identity.events (at, identity_id, event, address, user_agent) values ($1, $2, $3, $4, $5)',
    [at, identityId, event, address, userAgent.slice(0, 500)],
  )
}
