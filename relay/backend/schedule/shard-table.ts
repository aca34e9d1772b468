import type { ShardRow, ShardView } from '#relay/backend/schedule/work-shards.ts'
import type { Database, Queryable } from '#relay/database/database.ts'

/** Notification channel between relay instances: shards are free, or an instance joined. */
export const shardChannel = 'relay_shards'

const isLeased = 'seen_at > now() - make_interval(secs => lease_seconds)'

interface ViewRow {
  readonly candidates: readonly string[]
  readonly others: number
  readonly shards: readonly ShardRow[]
}

export const readShards = async (
  database: Queryable,
  me: string,
): Promise<ShardView & { readonly isAlone: boolean }> => {
  const { rows } = await database.query<ViewRow>(
    `with living as (
       select id, is_draining from relay.instances where ${isLeased}
     )
     select (select coalesce(array_agg(id::text) filter (where not is_draining), '{}') from living) as candidates,
            (select count(*)::int from living where id <> $1) as others,
            (select jsonb_agg(jsonb_build_object('shard', shard, 'epoch', epoch,
                     'owner', case when owner in (select id from living) then owner end) order by shard)
               from relay.work_shards) as shards`,
    [me],
  )
  const [{ candidates, others, shards } = { candidates: [], others: 0, shards: [] }] = rows
  return { me, candidates, shards, isAlone: others === 0 }
}

/** Shards that another instance claimed first are not in the result. */
export const claimShards = async (
  database: Queryable,
  me: string,
  shards: readonly number[],
): Promise<readonly ShardRow[]> => {
  if (shards.length === 0) return []
  const { rows } = await database.query<ShardRow>(
    `with free as (
       select shard from relay.work_shards
        where shard = any($2::int[]) and not exists (select from relay.instances where id = owner and ${isLeased})
        order by shard for update
     )
     update relay.work_shards as claimed set owner = $1, epoch = epoch + 1 from free where claimed.shard = free.shard
     returning claimed.shard, claimed.owner, claimed.epoch`,
    [me, shards],
  )
  return rows
}

/** A new epoch: results that the owner did not store before cannot be stored later. */
export const releaseShards = async (database: Queryable, me: string, shards: readonly number[]): Promise<void> => {
  if (shards.length === 0) return
  await database.query(
    `with released as (
       update relay.work_shards set owner = null, epoch = epoch + 1 where owner = $1 and shard = any($2::int[]) returning 1
     )
     select pg_notify('${shardChannel}', '') from released limit 1`,
    [me, shards],
  )
}

export const announceInstance = async (database: Database): Promise<void> => {
  await database.query(`select pg_notify('${shardChannel}', '')`)
}
