import { lateAfterSeconds } from '#relay/backend/schedule/relay-instances.ts'
import type { Queryable } from '#relay/database/database.ts'

/** One relay instance at a time runs a document, and the same one as long as it lives. */
export interface RunOwners {
  /**
   * True if this relay owns it or its owner has stopped. A requested run (`isRequested`) moves here unless it is
   * running elsewhere.
   */
  begin(id: string, isRequested: boolean): Promise<boolean>
  end(id: string): Promise<void>
  isOwned(id: string): Promise<boolean>
}

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
             select from relay.instances
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
