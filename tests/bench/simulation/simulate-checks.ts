import { hashPhase } from '#relay/backend/schedule/scheduler.ts'
import { planShards, shardCount, toShard, type ShardRow } from '#relay/backend/schedule/work-shards.ts'

export interface Fleet {
  readonly relays: number
  readonly checks: number
  readonly perCanary: number
  readonly intervalMs: number
  /** Processor time of a relay per result. A relay works on one result after another. */
  readonly checkMs: number
  /** From the end of a relay until another has taken over its work. */
  readonly takeoverMs: number
}

export interface Outcome {
  /** Busy share of the relay with the most checks. Above 1 it falls behind without end. */
  readonly busiest: number
  /** Milliseconds from the planned to the actual start, while all relays run. */
  readonly lateMs: { readonly p50: number; readonly p99: number }
  /** After one relay was killed: the longest time between two starts of a check. */
  readonly gapMs: number
  /** After the takeover, until every relay starts its checks within a second again. */
  readonly recoveredMs: number
}

interface Due {
  readonly check: number
  readonly atMs: number
}

type Owners = readonly (number | null)[]

/** As in the product: each relay looks at the shards and claims its share of the free ones, until nothing changes. */
const assign = (owners: Owners, living: readonly number[]): Owners => {
  const names = living.map(String)
  let current = owners.map((owner) => (owner !== null && living.includes(owner) ? owner : null))
  for (;;) {
    const seen: ShardRow[] = current.map((owner, shard) => ({
      shard,
      owner: owner === null ? null : String(owner),
      epoch: 1,
    }))
    const next = [...current]
    for (const relay of living) {
      const { claim, release } = planShards({ me: String(relay), candidates: names, shards: seen })
      for (const shard of claim) next[shard] ??= relay
      for (const shard of release) next[shard] = null
    }
    if (next.every((owner, shard) => owner === current[shard])) return next
    current = next
  }
}

/** First in, first out. `dues` must be sorted by time. */
const serve = (dues: readonly Due[], checkMs: number, onStart: (due: Due, startMs: number) => void): void => {
  let freeMs = 0
  for (const due of dues) {
    const startMs = Math.max(freeMs, due.atMs)
    onStart(due, startMs)
    freeMs = startMs + checkMs
  }
}

export const simulateChecks = ({ relays, checks, perCanary, intervalMs, checkMs, takeoverMs }: Fleet): Outcome => {
  const phases = new Float64Array(checks)
  const shards = new Uint8Array(checks)
  for (let check = 0; check < checks; check++) {
    phases[check] = hashPhase(`check-${check}`) * intervalMs
    shards[check] = toShard(`canary-${Math.floor(check / perCanary)}`)
  }
  const inOrder = Uint32Array.from(phases.keys()).sort((a, b) => (phases[a] ?? 0) - (phases[b] ?? 0))
  const listChecks = (owners: Owners, relay: number) =>
    Array.from(inOrder).filter((check) => owners[shards[check] ?? 0] === relay)
  const everyone = Array.from({ length: relays }, (_, relay) => relay)
  const owners = assign(
    Array.from({ length: shardCount }, () => null),
    everyone,
  )

  const late: number[] = []
  let busiest = 0
  for (const relay of everyone) {
    const own = listChecks(owners, relay)
    busiest = Math.max(busiest, (own.length * checkMs) / intervalMs)
    const twice = [0, 1].flatMap((round) =>
      own.map((check) => ({ check, atMs: round * intervalMs + (phases[check] ?? 0) })),
    )
    serve(twice, checkMs, ({ atMs }, startMs) => {
      if (atMs >= intervalMs) late.push(startMs - atMs)
    })
  }
  late.sort((a, b) => a - b)
  const at = (share: number) => late[Math.floor(share * (late.length - 1))] ?? 0
  return { busiest, lateMs: { p50: at(0.5), p99: at(0.99) }, ...afterKill() }

  /** Relay 0 ends at 0. Others run what it missed as soon as they have its shards, beside their own checks. */
  function afterKill(): Pick<Outcome, 'gapMs' | 'recoveredMs'> {
    if (relays === 1) return { gapMs: Number.POSITIVE_INFINITY, recoveredMs: Number.POSITIVE_INFINITY }
    const survivors = everyone.slice(1)
    const after = assign(owners, survivors)
    let [gapMs, recoveredMs] = [0, 0]
    for (const relay of survivors) {
      const dues: Due[] = []
      for (const check of listChecks(after, relay)) {
        const phase = phases[check] ?? 0
        const isTakenOver = owners[shards[check] ?? 0] !== relay
        // The last start before the kill was at most an interval ago.
        for (let tick = phase; tick < 8 * intervalMs; tick += intervalMs) {
          if (!isTakenOver || tick >= takeoverMs) dues.push({ check, atMs: tick })
          else if (tick === phase) dues.push({ check, atMs: takeoverMs })
        }
      }
      dues.sort((a, b) => a.atMs - b.atMs)
      serve(dues, checkMs, ({ check, atMs }, startMs) => {
        if (atMs === takeoverMs) gapMs = Math.max(gapMs, startMs - ((phases[check] ?? 0) - intervalMs))
        if (startMs - atMs > 1_000) recoveredMs = Math.max(recoveredMs, startMs - takeoverMs)
      })
    }
    return { gapMs, recoveredMs }
  }
}
