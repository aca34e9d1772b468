import type { Queryable } from '#relay/database/database.ts'

const dayMs = 24 * 60 * 60_000
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Flows are retained for a day after they expire, so that they can be reported as expired. */
export const prune = async (database: Queryable, now: Date): Promise<void> => {
  await database.query('delete from identity.flows where expires_at < $1', [ago(now, 1)])
  await database.query('delete from identity.sessions where expires_at < $1', [now])
  await database.query('delete from identity.set_up_links where expires_at < $1', [now])
  await database.query('delete from identity.errors where created_at < $1', [ago(now, 7)])
  await database.query('delete from identity.events where at < $1', [ago(now, 180)])
}
