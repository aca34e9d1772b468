import type { FastifyBaseLogger } from 'fastify'
import { guardDatabase, type Held } from '#relay/backend/schedule/guarded-database.ts'
import type { RelayInstances } from '#relay/backend/schedule/relay-instances.ts'
import {
  announceInstance,
  claimShards,
  readShards,
  releaseShards,
  shardChannel,
} from '#relay/backend/schedule/shard-table.ts'
import {
  isSameClaims,
  leaveShards,
  planShards,
  syncClaims,
  toShard,
  type Claims,
} from '#relay/backend/schedule/work-shards.ts'
import type { Database } from '#relay/database/database.ts'
import { endsWithin } from '#relay/time-limit.ts'

/** Brings the running work in line with `owns`; resolves when no work runs that this relay does not own. */
export type SettleWork = () => Promise<void>

/** The share of the engine work that this relay instance executes. */
export interface Work {
  owns(key: string): boolean
  /** False while the lease may have expired: another instance can own the work without this one knowing. */
  canStart(key: string): boolean
  /** Undefined when this relay does not own the work. */
  findHeld(key: string): Held | undefined
  /** For one run: it rejects statements after the work moved away, even if it has come back since. */
  guard(key: string): Database
  /** True when other relay instances can own work. */
  readonly isShared: boolean
  /** True when its work moves, or has moved, to the other relay instances, by request or because it stops. */
  readonly isDrained: boolean
  /** `settle` is called after each change of what this relay owns. */
  follow(settle: SettleWork): void
  /** Hands everything over to the other instances, if there are any. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const ownAll = (database: Database): Work => ({
  owns: () => true,
  canStart: () => true,
  findHeld: () => undefined,
  guard: () => database,
  isShared: false,
  isDrained: false,
  follow: () => undefined,
  drain: async () => undefined,
  stop: async () => undefined,
})

interface WorkOptions {
  readonly database: Database
  readonly relayInstances: RelayInstances
  readonly log: FastifyBaseLogger
}

const looksPerLease = 3
const handOverMs = 5_000

export const startWork = async (options: WorkOptions): Promise<Work> => {
  if (options.database.kind === 'embedded') return ownAll(options.database)
  const work = new SharedWork(options)
  await work.start()
  return work
}

class SharedWork implements Work {
  readonly isShared = true
  readonly #options: WorkOptions
  readonly #followers: SettleWork[] = []
  #claims: Claims = new Map()
  /** Monotonic milliseconds. After it others can own the work. */
  #freshUntilMs = 0
  #isAlone = false
  #isCandidate = true
  #isDraining = false
  #isStopped = false
  #looking: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined

  constructor(options: WorkOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { database, relayInstances } = this.#options
    await this.#look()
    this.#unlisten = await database.listen(shardChannel, () => void this.#lookSoon())
    await announceInstance(database)
    this.#timer = setInterval(() => void this.#lookSoon(), (relayInstances.leaseSeconds * 1_000) / looksPerLease)
  }

  get isDrained(): boolean {
    return this.#isDraining || !this.#isCandidate
  }

  owns(key: string): boolean {
    return this.#claims.get(toShard(key))?.isLeaving === false
  }

  canStart(key: string): boolean {
    return this.owns(key) && performance.now() < this.#freshUntilMs
  }

  findHeld(key: string): Held | undefined {
    const shard = toShard(key)
    const claim = this.#claims.get(shard)
    return claim && { shard, epoch: claim.epoch }
  }

  guard(key: string): Database {
    return guardDatabase(this.#options.database, this.findHeld(key))
  }

  follow(settle: SettleWork): void {
    this.#followers.push(settle)
  }

  async drain(): Promise<void> {
    const { relayInstances, log } = this.#options
    if (this.#isAlone) return
    this.#isDraining = true
    await relayInstances.show(true).catch((error: unknown) => log.warn({ err: error }, 'relay drain not announced'))
    await this.#looking
    await this.#leave([...this.#claims.keys()])
  }

  async stop(): Promise<void> {
    const { database, relayInstances } = this.#options
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#unlisten?.()
    const release = () => releaseShards(database, relayInstances.id, [...this.#claims.keys()])
    await this.#inTurn(release, 'hand-over of work failed, others take it over when the lease expires')
  }

  #lookSoon(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#isStopped) await this.#look()
    }, 'renewal of the work lease failed, retrying')
  }

  /** A view of the shards is applied before the next statement changes them. */
  #inTurn(work: () => Promise<void>, failure: string): Promise<void> {
    const { log } = this.#options
    this.#looking = this.#looking.then(work).catch((error: unknown) => log.warn({ err: error }, failure))
    return this.#looking
  }

  async #look(): Promise<void> {
    const { database, relayInstances } = this.#options
    const { id, leaseSeconds } = relayInstances
    const startedMs = performance.now()
    await relayInstances.show(this.#isDraining)
    const view = await readShards(database, id)
    const { claim, release } = planShards(view)
    const claimed = new Map((await claimShards(database, id, claim)).map((row) => [row.shard, row] as const))
    // Without other instances nothing can be taken over, also while the database cannot be reached.
    this.#isAlone = view.isAlone
    this.#isCandidate = view.candidates.includes(id)
    this.#freshUntilMs = view.isAlone ? Number.POSITIVE_INFINITY : startedMs + leaseSeconds * 1_000
    this.#apply(syncClaims(this.#claims, { me: id, shards: view.shards.map((row) => claimed.get(row.shard) ?? row) }))
    const leaving = release.filter((shard) => this.#claims.get(shard)?.isLeaving === false)
    if (leaving.length > 0) void this.#leave(leaving)
  }

  #apply(claims: Claims): void {
    if (isSameClaims(claims, this.#claims)) return
    this.#claims = claims
    void this.#settle()
  }

  async #settle(): Promise<void> {
    const { log } = this.#options
    await Promise.all(
      this.#followers.map((settle) =>
        settle().catch((error: unknown) => log.warn({ err: error }, 'change of the owned work failed')),
      ),
    )
  }

  async #leave(shards: readonly number[]): Promise<void> {
    const { database, relayInstances } = this.#options
    this.#claims = leaveShards(this.#claims, shards)
    await endsWithin(handOverMs, this.#settle())
    await this.#inTurn(async () => {
      this.#claims = new Map([...this.#claims].filter(([shard]) => !shards.includes(shard)))
      await releaseShards(database, relayInstances.id, shards)
    }, 'hand-over of work failed, others take it over when the lease expires')
  }
}
