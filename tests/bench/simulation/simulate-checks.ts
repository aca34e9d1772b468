import { hashPhase } from '#relay/backend/schedule/scheduler.ts'
import { planShards, shardCount, toShard, type ShardRow } from '#relay/backend/schedule/work-shards.ts'

export interface Fleet {
  readonly relays: number
  readonly checks: number
  readonly perCanary: number
  readonly intervalMs: number
  /** Processor time of a relay per result. A relay works on one result after another. */
  readonly checkMs: number
  /** From the end of a relay until others have taken over its work. */
  readonly takeoverMs: number
}

export interface Steady {
  /** Busy share of the relay with the most checks. Above 1 it falls behind without end. */
  readonly busiest: number
  /** Milliseconds from the planned to the actual start. */
  readonly lateMs: { readonly p50: number; readonly p99: number }
}

export interface Takeover {
  /** The longest time between two starts of a check. */
  readonly gapMs: number
  /** After the takeover, until every relay starts its checks within a second again; infinite where one has too many. */
  readonly recoveredMs: number
}

interface Check {
  readonly shard: number
  readonly phaseMs: number
}

interface Due {
  readonly check: Check
  readonly atMs: number
}

type Owners = readonly (number | null)[]

const unowned: Owners = Array.from({ length: shardCount }, () => null)
const rounds = 8
const lateMs = 1_000

const createChecks = ({ checks, perCanary, intervalMs }: Fleet): readonly Check[] =>
  Array.from({ length: checks }, (_, check) => ({
    shard: toShard(`canary-${Math.floor(check / perCanary)}`),
    phaseMs: hashPhase(`check-${check}`) * intervalMs,
  })).sort((a, b) => a.phaseMs - b.phaseMs)

/** As in the product: each relay looks at the shards and claims its share of the free ones, until nothing changes. */
const assign = (owners: Owners, living: readonly number[]): Owners => {
  const candidates = living.map(String)
  let current = owners.map((owner) => (owner !== null && living.includes(owner) ? owner : null))
  for (;;) {
    const shards = current.map((owner, shard): ShardRow => ({ shard, owner: owner?.toString() ?? null, epoch: 1 }))
    const next = [...current]
    for (const relay of living) {
      const { claim, release } = planShards({ me: String(relay), candidates, shards })
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

const listRelays = ({ relays }: Fleet): readonly number[] => Array.from({ length: relays }, (_, relay) => relay)

const toBusyShare = (checks: readonly Check[], { checkMs, intervalMs }: Fleet): number =>
  (checks.length * checkMs) / intervalMs

/** The second interval of a fleet that runs undisturbed. */
export const simulateSteady = (fleet: Fleet): Steady => {
  const { intervalMs, checkMs } = fleet
  const checks = createChecks(fleet)
  const relays = listRelays(fleet)
  const owners = assign(unowned, relays)
  const late: number[] = []
  let busiest = 0
  for (const relay of relays) {
    const own = checks.filter(({ shard }) => owners[shard] === relay)
    busiest = Math.max(busiest, toBusyShare(own, fleet))
    const dues = [0, intervalMs].flatMap((fromMs) => own.map((check) => ({ check, atMs: fromMs + check.phaseMs })))
    serve(dues, checkMs, ({ atMs }, startMs) => {
      if (atMs >= intervalMs) late.push(startMs - atMs)
    })
  }
  late.sort((a, b) => a - b)
  const at = (share: number) => late[Math.floor(share * (late.length - 1))] ?? 0
  return { busiest, lateMs: { p50: at(0.5), p99: at(0.99) } }
}

/** One of at least two relays is killed at 0: the others run what it missed as soon as they have its shards. */
export const simulateTakeover = (fleet: Fleet): Takeover => {
  const { intervalMs, checkMs, takeoverMs } = fleet
  const checks = createChecks(fleet)
  const [, ...others] = listRelays(fleet)
  const before = assign(unowned, listRelays(fleet))
  const after = assign(before, others)
  const listDues = (check: Check, relay: number): readonly Due[] => {
    const dues = Array.from({ length: rounds }, (_, round) => ({ check, atMs: check.phaseMs + round * intervalMs }))
    const isMissed = ({ atMs }: Due) => before[check.shard] !== relay && atMs < takeoverMs
    const rest = dues.filter((due) => !isMissed(due))
    return rest.length < dues.length ? [{ check, atMs: takeoverMs }, ...rest] : rest
  }
  let [gapMs, recoveredMs] = [0, 0]
  for (const relay of others) {
    const own = checks.filter(({ shard }) => after[shard] === relay)
    if (toBusyShare(own, fleet) >= 1) recoveredMs = Number.POSITIVE_INFINITY
    const dues = own.flatMap((check) => listDues(check, relay)).sort((a, b) => a.atMs - b.atMs)
    serve(dues, checkMs, ({ check, atMs }, startMs) => {
      const lastMs = check.phaseMs - intervalMs
      if (atMs === takeoverMs) gapMs = Math.max(gapMs, startMs - lastMs)
      if (startMs - atMs > lateMs) recoveredMs = Math.max(recoveredMs, startMs - takeoverMs)
    })
  }
  return { gapMs, recoveredMs }
}
