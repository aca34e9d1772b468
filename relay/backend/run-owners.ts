import { lateAfterSeconds } from '#relay/backend/relay-instances.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Sees to it that of several relays on one database one runs a document at a time, and always the same one while it lives. */
export interface RunOwners {
  /**
   * Whether this relay may run it now: it is its own, or nobody's who lives. Somebody who asks for a run (`isAsked`) gets it here
   * unless it is under way elsewhere.
   */
  begin(id: string, isRequested: boolean): Promise<boolean>
  end(id: string): Promise<void>
  /** Whether this relay was the last to begin it. */
  isOwned(id: string): Promise<boolean>
}

/** Where it is kept who runs documents of one kind. */
interface OwnerTable {
  readonly table: string
  readonly key: string
}
export const scraperOwnerTable: OwnerTable = { table: 'relay.scraper_owners', key: 'scraper_id' }
export const topologyOwnerTable: OwnerTable = { table: 'relay.topology_owners', key: 'topology_id' }

export const runOwners = (database: Queryable, relayId: string, { table, key }: OwnerTable): RunOwners => ({
  begin: async (id, isRequested) => {
    const { affectedRows } = await database.query(
      `insert into ${table} as owner (${key}, relay_id, is_running) values ($1, $2, true)
       on conflict (${key}) do update set relay_id = excluded.relay_id, is_running = true
        where owner.relay_id = excluded.relay_id or ($3 and not owner.is_running)
           or not exists (
             select from relay.playbook_runners
              where id = owner.relay_id and seen_at > now() - make_interval(secs => ${lateAfterSeconds})
           )`,
      [id, relayId, isRequested],
    )
    return affectedRows > 0
  },
  isOwned: async (id) => {
    const { rows } = await database.query(`select 1 from ${table} where ${key} = $1 and relay_id = $2`, [id, relayId])
    return rows.length > 0
  },
  end: async (id) => {
    await database.query(`update ${table} set is_running = false where ${key} = $1 and relay_id = $2`, [id, relayId])
  },
})
