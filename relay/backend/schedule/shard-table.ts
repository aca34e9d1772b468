import {
  listCandidates,
  type LivingInstance,
  type ShardRow,
  type ShardView,
} from '#relay/backend/schedule/work-shards.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Notification channel between relay instances: shards are free, or an instance joined. */
export const shardChannel = 'relay_shards'

export const isLeased = 'seen_at > now() - make_interval(secs => lease_seconds)'

interface ViewRow {
  readonly living: readonly LivingInstance[]
  readonly shards: readonly ShardRow[]
}

export const readShards = async (
  database: Queryable,
  me: string,
): Promise<ShardView & { readonly isAlone: boolean }> => {
  const { rows } = await database.query<ViewRow>(
    `with living as (
       select id, is_draining, drain_requested_at from relay.instances where ${isLeased}
     )
     select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'isLeaving', is_draining,
                     'isDrainRequested', drain_requested_at is not null)), '[]') from living) as living,
            (select jsonb_agg(jsonb_build_object('shard', shard, 'epoch', epoch,
                     'owner', case when owner in (select id from living) then owner end) order by shard)
               from relay.work_shards) as shards`,
  )
  const [{ living, shards } = { living: [], shards: [] }] = rows
  return { me, candidates: listCandidates(living), shards, isAlone: living.every(({ id }) => id === me) }
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

/** Every instance looks at the shards again. */
export const announceInstance = async (database: Queryable): Promise<void> => {
  await database.query(`select pg_notify('${shardChannel}', '')`)
}
