import type { LineMember, Seat } from './replication.ts'
import { packState, type LineMessage } from './replication-messages.ts'
import type { RedisStore } from './redis-store.ts'

interface RedisReplicaOptions {
  readonly store: RedisStore
  readonly owner: string
  readonly member: LineMember
  /** Redis failed this relay: it is told once for all seats. */
  readonly onFailure: (error: unknown) => void
  /** Resolves when it is known whether Redis is there, with whether it is. */
  readonly isThere: () => Promise<boolean>
  readonly onLeave: () => void
  readonly now: () => number
}

export interface RedisReplica extends Seat {
  /** Renews the lead, or tries to get it; rejects when Redis fails. */
  readonly tick: () => Promise<void>
  readonly hear: (message: LineMessage) => void
  /** Redis is gone: goes on alone. */
  readonly disconnect: () => void
  /** Redis is back. */
  readonly reconnect: () => void
  readonly store: RedisStore
}

/** After so many changes the state for all is written anew, so that whoever joins has few to read. */
const changesPerState = 64
/** A watch on another relay counts for so long after it was told last. */
const watchedForMs = 10_000
const tellWatchedEveryMs = 4_000

export const createRedisReplica = (options: RedisReplicaOptions): RedisReplica => {
  const { store, owner, member, onFailure, isThere, onLeave, now } = options
  let isAlone = false
  let isLeading = false
  let isReady = false
  let isLeft = false
  let isInitialised = false
  let isWatched = false
  let changes = 0
  let watchedElsewhereUntilMs = 0
  let watchedToldAtMs = 0
  /** One thing after the other: reading how it stands, and what others say meanwhile. */
  let work: Promise<void> = Promise.resolve()

  const inTurn = (step: () => Promise<void>) => {
    work = work.then(async () => {
      if (isLeft || isAlone) return
      try {
        await step()
      } catch (error) {
        onFailure(error)
      }
    })
    return work
  }

  const initialise = async () => {
    const state = member.present()
    if (state === null) return
    isInitialised = true
    changes = 0
    if (!(await store.initialise(state, await packState(state)))) isInitialised = false
  }
  /** Brings the feed to where it stands for all; false when nothing stands there. */
  const catchUp = async (): Promise<boolean> => {
    const { epoch, version } = member.position()
    const standing = await store.standing()
    if (standing === null || isAlone || isLeft) return false
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
  const startLeading = () => {
    if (!isReady || isLeft) return
    member.lead(true)
  }
  /** It is this relay's turn: from where the one before left off, or from what is known here. */
  const takeOver = async () => {
    isLeading = true
    isInitialised = false
    const { epoch } = member.position()
    const isOurs = await store.claim()
    if (isOurs) {
      const isMine = member.present() === null || (await store.standing())?.state.epoch === epoch
      if (isMine) isInitialised = await catchUp()
    }
    if (!isInitialised) await initialise()
    startLeading()
  }
  const follow = () => {
    isLeading = false
    isInitialised = false
    member.lead(false)
  }

  const seat: RedisReplica = {
    store,
    enter: async () => {
      if (!(await isThere())) {
        seat.disconnect()
        return 'empty'
      }
      let entered: 'empty' | 'taken' = 'taken'
      await inTurn(async () => {
        if (await store.tryLead()) {
          isLeading = true
          isInitialised = (await store.claim()) && (await catchUp())
          if (!isInitialised) entered = 'empty'
        } else await catchUp()
      })
      return isAlone ? 'empty' : entered
    },
    begin: () => {
      isReady = true
      if (isAlone) {
        if (member.present() !== null) member.fork()
        member.lead(true)
        return
      }
      void inTurn(async () => {
        if (!isLeading) return
        if (!isInitialised) await initialise()
        startLeading()
      })
    },
    isLeading: () => isAlone || isLeading,
    propose: async (change) => {
      await work
      if (isAlone) return true
      if (!isLeading) return false
      try {
        if (!isInitialised) return await store.renew()
        const isTrue = await store.append(change)
        if (!isTrue) {
          follow()
          void inTurn(async () => void (await catchUp()))
        }
        return isTrue
      } catch (error) {
        onFailure(error)
        // Whether Redis took it is unknown; alone the change is asked for again.
        return false
      }
    },
    applied: () => {
      if (isAlone || !isLeading) return
      changes += 1
      if (!isInitialised) void inTurn(initialise)
      else if (changes >= changesPerState) {
        changes = 0
        void inTurn(async () => {
          const state = member.present()
          if (state === null) return
          await store.rebase(state.epoch, await packState(state), state.version - changesPerState)
        })
      }
    },
    say: (note) => {
      if (isAlone || isLeft) return
      store.publish(note).catch(onFailure)
    },
    setWatched: (watched) => {
      isWatched = watched
      watchedToldAtMs = 0
      if (watched && isReady && !isLeading) seat.tick().catch(onFailure)
    },
    leave: async () => {
      isLeft = true
      const left = isLeading && !isAlone ? work.then(store.leave).then(undefined, () => undefined) : undefined
      onLeave()
      await left
    },
    tick: async () => {
      if (isLeft || isAlone) return
      if (isLeading) {
        if (await store.renew()) {
          member.setWatchedElsewhere(watchedElsewhereUntilMs > now())
          return
        }
        follow()
      }
      if (isReady && (await store.tryLead())) await inTurn(takeOver)
      else if (isWatched && now() >= watchedToldAtMs + tellWatchedEveryMs) {
        watchedToldAtMs = now()
        await store.publish({ kind: 'watched' })
      }
      if (!isLeading && member.present() === null) await inTurn(async () => void (await catchUp()))
    },
    hear: (message) => {
      if (message.by === owner || isAlone || isLeft) return
      if (message.kind === 'changed') {
        void inTurn(async () => {
          const at = member.position()
          if (isLeading) return
          if (message.epoch === at.epoch && message.from === at.version && member.present() !== null)
            member.apply(message)
          else if (message.epoch !== at.epoch || message.version > at.version) await catchUp()
        })
      } else if (message.kind === 'founded') {
        void inTurn(async () => {
          if (!isLeading) await catchUp()
        })
      } else if (message.kind === 'left') seat.tick().catch(onFailure)
      else if (message.kind === 'watched') {
        watchedElsewhereUntilMs = now() + watchedForMs
        if (isLeading) member.setWatchedElsewhere(true)
      } else if (message.kind === 'hint' || message.kind === 'askNow') {
        if (isLeading) member.heard(message)
      } else if (!isLeading) void inTurn(async () => member.heard(message))
    },
    disconnect: () => {
      if (isAlone || isLeft) return
      isAlone = true
      isLeading = false
      if (!isReady) return
      if (member.present() !== null) member.fork()
      member.lead(true)
    },
    reconnect: () => {
      if (!isAlone || isLeft) return
      isAlone = false
      if (!isReady) return
      member.lead(false)
      void inTurn(async () => {
        if (await store.tryLead()) {
          isLeading = true
          await initialise()
          startLeading()
        } else await catchUp()
      })
    },
  }
  return seat
}
