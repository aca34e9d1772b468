import { hashPhase } from '#relay/backend/schedule/scheduler.ts'

export const shardCount = 64

/** Not the hash of the start within the interval: a relay would start all of its work at the same moment. */
export const toShard = (key: string): number => Math.floor(hashPhase(`shard ${key}`) * shardCount)

export interface ShardRow {
  readonly shard: number
  /** Null when no living relay instance owns it. */
  readonly owner: string | null
  readonly epoch: number
}

export interface ShardView {
  readonly me: string
  /** Living relay instances that accept work. */
  readonly candidates: readonly string[]
  readonly shards: readonly ShardRow[]
}

export interface LivingInstance {
  readonly id: string
  /** Its process is stopping. */
  readonly isLeaving: boolean
  readonly isDrainRequested: boolean
}

/** Without others to move work to, a relay instance that is to be drained keeps its work: checks must not stop. */
export const listCandidates = (living: readonly LivingInstance[]): readonly string[] => {
  const staying = living.filter(({ isLeaving }) => !isLeaving)
  const working = staying.filter(({ isDrainRequested }) => !isDrainRequested)
  return (working.length > 0 ? working : staying).map(({ id }) => id)
}

interface ShardPlan {
  readonly claim: readonly number[]
  readonly release: readonly number[]
}

/**
 * Every instance computes the same quotas, which differ by at most one and add up to all shards, so that all free
 * shards are claimed and no shard moves without need.
 */
export const planShards = ({ me, candidates, shards }: ShardView): ShardPlan => {
  const ranked = candidates.toSorted()
  const rank = ranked.indexOf(me)
  const least = Math.floor(shards.length / ranked.length)
  const quota = rank === -1 ? 0 : least + (rank < shards.length % ranked.length ? 1 : 0)
  const own = shards.filter(({ owner }) => owner === me)
  const free = shards.filter(({ owner }) => owner === null)
  const first = Math.floor((free.length * Math.max(0, rank)) / Math.max(1, ranked.length))
  const inTurn = [...free.slice(first), ...free.slice(0, first)]
  return {
    claim: inTurn.slice(0, Math.max(0, quota - own.length)).map(({ shard }) => shard),
    release: own.slice(quota).map(({ shard }) => shard),
  }
}

interface Claim {
  readonly epoch: number
  /** Nothing starts any more; what runs can still store its results. */
  readonly isLeaving: boolean
}

export type Claims = ReadonlyMap<number, Claim>

/** The database decides: a claim that it does not have is lost. */
export const syncClaims = (before: Claims, { me, shards }: Pick<ShardView, 'me' | 'shards'>): Claims =>
  new Map(
    shards
      .filter(({ owner }) => owner === me)
      .map(({ shard, epoch }) => {
        const known = before.get(shard)
        return [shard, known?.epoch === epoch ? known : { epoch, isLeaving: false }]
      }),
  )

export const leaveShards = (claims: Claims, shards: readonly number[]): Claims =>
  new Map(
    Array.from(claims, ([shard, claim]) => [shard, shards.includes(shard) ? { ...claim, isLeaving: true } : claim]),
  )

export const isSameClaims = (one: Claims, other: Claims): boolean =>
  one.size === other.size &&
  [...one].every(([shard, { epoch, isLeaving }]) => {
    const claim = other.get(shard)
    return claim?.epoch === epoch && claim.isLeaving === isLeaving
  })
