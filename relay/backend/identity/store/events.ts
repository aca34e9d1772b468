import type { Queryable } from '#relay/database/database.ts'

/** Something that happened to an account, for whoever has to find out later. Holds no secret. */
export interface AccountEvent {
  readonly at: Date
  readonly identityId: string | null
  readonly event: string
  readonly address: string
  readonly userAgent: string
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
