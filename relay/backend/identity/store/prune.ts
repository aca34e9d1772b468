import type { Queryable } from '#relay/database/database.ts'

const dayMs = 24 * 60 * 60_000
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/**
 * Forgets what is of no more use: flows a day after they expired (until then they say so), sessions that expired, errors
 * after a week, events after half a year.
 */
export const prune = async (database: Queryable, now: Date): Promise<void> => {
  await database.query('delete from identity.flows where expires_at < $1', [ago(now, 1)])
  await database.query('delete from identity.sessions where expires_at < $1', [now])
  await database.query('delete from identity.set_up_links where expires_at < $1', [now])
  await database.query('delete from identity.errors where created_at < $1', [ago(now, 7)])
  await database.query('delete from identity.events where at < $1', [ago(now, 180)])
}
