import {
  changesPerState,
  newReplica,
  nextReplicaState,
  type ReplicaEffect,
  type ReplicaInput,
  type ReplicaState,
} from './replica-state.ts'
import type { Replica, ReplicatedChange, ReplicatedFeed, ReplicationNote } from '#relay/live/feeds/feed-replication.ts'
import { packState, type ReplicationMessage } from './replication-messages.ts'
import type { RedisStore } from './redis-store.ts'

interface RedisReplicaOptions {
  readonly store: RedisStore
  readonly owner: string
  readonly member: ReplicatedFeed
  readonly onFailure: (error: unknown) => void
  readonly isThere: () => Promise<boolean>
  readonly onLeave: (left: Promise<void>) => void
  readonly now: () => number
}

const watchedForMs = 10_000
const publishWatchedEveryMs = 4_000

export class RedisReplica implements Replica {
  readonly #options: RedisReplicaOptions
  #state: ReplicaState = newReplica
  /** Serializes reads of the shared state with incoming messages. */
  #work: Promise<void> = Promise.resolve()
  #released: Promise<void> = Promise.resolve()
  #isWatched = false
  #watchPublishedAtMs = 0
  #watchedElsewhereUntilMs = 0

  constructor(options: RedisReplicaOptions) {
    this.#options = options
  }

  async enter(): Promise<'empty' | 'taken'> {
    if (!(await this.#options.isThere())) {
      this.disconnect()
      return 'empty'
    }
    let entered: 'empty' | 'taken' = 'taken'
    const { store } = this.#options
    await this.#inTurn(async () => {
      if (await store.tryLead()) {
        this.#dispatch({ kind: 'elected' })
        const isTrue = (await store.claim()) && (await this.#catchUp())
        this.#dispatch({ kind: 'initialised', isTrue })
        if (!isTrue) entered = 'empty'
      } else await this.#catchUp()
    })
    return this.#state.kind === 'alone' ? 'empty' : entered
  }

  begin(): void {
    this.#dispatch({ kind: 'begun' })
  }

  isLeading(): boolean {
    return this.#state.kind === 'alone' || this.#state.kind === 'leading'
  }

  async propose(change: ReplicatedChange): Promise<boolean> {
    await this.#work
    const state = this.#state
    if (state.kind !== 'leading') return state.kind === 'alone'
    const { store, onFailure } = this.#options
    try {
      if (!state.isInitialised) return await store.renew()
      const isTrue = await store.append(change)
      if (!isTrue) {
        this.#dispatch({ kind: 'deposed' })
        void this.#inTurn(() => this.#catchUp())
      }
      return isTrue
    } catch (error) {
      onFailure(error)
      // Redis may have stored it. The change is loaded again when serving alone.
      return false
    }
  }

  applied(): void {
    this.#dispatch({ kind: 'applied' })
  }

  publish(note: ReplicationNote): void {
    const { store, onFailure } = this.#options
    if (this.#isAmongOthers()) store.publish(note).catch(onFailure)
  }

  setWatched(isWatched: boolean): void {
    this.#isWatched = isWatched
    this.#watchPublishedAtMs = 0
    if (isWatched && this.#state.kind === 'following' && this.#state.isBegun) this.tick().catch(this.#options.onFailure)
  }

  async leave(): Promise<void> {
    this.#dispatch({ kind: 'left' })
    this.#options.onLeave(this.#released)
    await this.#released
  }

  async tick(): Promise<void> {
    const { store, member, now } = this.#options
    if (!this.#isAmongOthers()) return
    if (this.#state.kind === 'leading') {
      if (await store.renew()) {
        member.setWatchedElsewhere(this.#watchedElsewhereUntilMs > now())
        return
      }
      this.#dispatch({ kind: 'deposed' })
    }
    if (isBegun(this.#state) && (await store.tryLead())) await this.#inTurn(() => this.#takeOver())
    else if (this.#isWatched && now() >= this.#watchPublishedAtMs + publishWatchedEveryMs) {
      this.#watchPublishedAtMs = now()
      await store.publish({ kind: 'watched' })
    }
    if (this.#state.kind === 'following' && member.present() === null) await this.#inTurn(() => this.#catchUp())
  }

  onMessage(message: ReplicationMessage): void {
    const { owner, member, now } = this.#options
    if (message.by === owner || !this.#isAmongOthers()) return
    const isLeading = this.#state.kind === 'leading'
    if (message.kind === 'changed') void this.#whileFollowing(() => this.#follow(message))
    else if (message.kind === 'initialised') void this.#whileFollowing(() => this.#catchUp())
    else if (message.kind === 'left') this.tick().catch(this.#options.onFailure)
    else if (message.kind === 'watched') {
      this.#watchedElsewhereUntilMs = now() + watchedForMs
      if (isLeading) member.setWatchedElsewhere(true)
    } else if (message.kind === 'hint' || message.kind === 'refreshNow') {
      if (isLeading) member.onNote(message)
    } else if (!isLeading) void this.#inTurn(async () => member.onNote(message))
  }

  disconnect(): void {
    this.#dispatch({ kind: 'disconnected' })
  }

  reconnect(): void {
    this.#dispatch({ kind: 'reconnected' })
  }

  #isAmongOthers(): boolean {
    return this.#state.kind === 'following' || this.#state.kind === 'leading'
  }

  #dispatch(input: ReplicaInput): void {
    const { state, effects } = nextReplicaState(this.#state, input)
    this.#state = state
    for (const effect of effects) this.#carryOut(effect)
  }

  #carryOut(effect: ReplicaEffect): void {
    const { member, store } = this.#options
    if (effect.kind === 'lead') member.lead(effect.isLeading)
    else if (effect.kind === 'release') this.#released = this.#work.then(store.leave).then(ignored, ignored)
    else if (effect.kind !== 'fork') void this.#inTurn(this.#steps[effect.kind])
    else if (member.present() !== null) member.fork()
  }

  readonly #steps = {
    initialise: () => this.#initialise(),
    settle: () => this.#settle(),
    rebase: () => this.#rebase(),
    rejoin: () => this.#rejoin(),
  }

  #inTurn(step: () => Promise<unknown>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (!this.#isAmongOthers()) return
      try {
        await step()
      } catch (error) {
        this.#options.onFailure(error)
      }
    })
    return this.#work
  }

  #whileFollowing(step: () => Promise<unknown>): Promise<void> {
    return this.#inTurn(async () => (this.#state.kind === 'following' ? step() : undefined))
  }

  async #initialise(): Promise<void> {
    const { store, member } = this.#options
    const state = member.present()
    if (state === null) return
    this.#dispatch({ kind: 'initialised', isTrue: true })
    const isTrue = await store.initialise(state, await packState(state))
    if (!isTrue) this.#dispatch({ kind: 'initialised', isTrue })
  }

  async #settle(): Promise<void> {
    if (this.#state.kind !== 'leading') return
    if (!this.#state.isInitialised) await this.#initialise()
    this.#dispatch({ kind: 'settled' })
  }

  async #rebase(): Promise<void> {
    const { store, member } = this.#options
    const state = member.present()
    if (state !== null) await store.rebase(state.epoch, await packState(state), state.version - changesPerState)
  }

  async #rejoin(): Promise<void> {
    if (await this.#options.store.tryLead()) {
      this.#dispatch({ kind: 'elected' })
      await this.#settle()
    } else await this.#catchUp()
  }

  async #takeOver(): Promise<void> {
    const { store, member } = this.#options
    this.#dispatch({ kind: 'elected' })
    const { epoch } = member.position()
    if (await store.claim()) {
      const isCurrentEpoch = member.present() === null || (await store.standing())?.state.epoch === epoch
      if (isCurrentEpoch) this.#dispatch({ kind: 'initialised', isTrue: await this.#catchUp() })
    }
    await this.#settle()
  }

  async #follow(change: Extract<ReplicationMessage, { kind: 'changed' }>): Promise<void> {
    const { member } = this.#options
    const { epoch, version } = member.position()
    if (change.epoch === epoch && change.from === version && member.present() !== null) member.apply(change)
    else if (change.epoch !== epoch || change.version > version) await this.#catchUp()
  }

  async #catchUp(): Promise<boolean> {
    const { store, member } = this.#options
    const { epoch, version } = member.position()
    const standing = await store.standing()
    if (standing === null || !this.#isAmongOthers()) return false
    if (standing.state.epoch === epoch && member.present() !== null && standing.state.version <= version) {
      const missed = await store.changesSince(epoch, version)
      if (missed !== null) {
        for (const change of missed) member.apply(change)
        return true
      }
    }
    member.adopt(standing)
    return true
  }
}

const isBegun = (state: ReplicaState): boolean => state.kind !== 'gone' && state.isBegun
const ignored = () => undefined
