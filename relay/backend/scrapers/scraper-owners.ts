import { lateAfterSeconds } from '#relay/backend/relay-instances.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Sees to it that of several relays on one database one runs a scraper at a time, and always the same one while it lives. */
export interface ScraperOwners {
  /**
   * Whether this relay may run it now: it is its own, or nobody's who lives. Somebody who asks for a run (`isAsked`) gets it here
   * unless it is under way elsewhere.
   */
  begin(scraperId: string, isAsked: boolean): Promise<boolean>
  end(scraperId: string): Promise<void>
}

export const scraperOwners = (database: Queryable, relayId: string): ScraperOwners => ({
  begin: async (scraperId, isAsked) => {
    const { affectedRows } = await database.query(
      `insert into relay.scraper_owners as owner (scraper_id, relay_id, is_running) values ($1, $2, true)
       on conflict (scraper_id) do update set relay_id = excluded.relay_id, is_running = true
        where owner.relay_id = excluded.relay_id or ($3 and not owner.is_running)
           or not exists (
             select from relay.playbook_runners
              where id = owner.relay_id and seen_at > now() - make_interval(secs => ${lateAfterSeconds})
           )`,
      [scraperId, relayId, isAsked],
    )
    return affectedRows > 0
  },
  end: async (scraperId) => {
    await database.query('update relay.scraper_owners set is_running = false where scraper_id = $1 and relay_id = $2', [
      scraperId,
      relayId,
    ])
  },
})
