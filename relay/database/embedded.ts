import { setTimeout as wait } from 'node:timers/promises'
import { askThread, diskFull, type AskOptions, type Patience } from './ask-thread.ts'
import { Channels, listenSql, unlistenSql } from './channels.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { Database, Runner } from './database.ts'
import { isDiskFull } from './disk-space.ts'
import type { EmbeddedCall, EmbeddedWorkerData } from './embedded-messages.ts'
import { startThread, type EmbeddedThread } from './embedded-thread.ts'
import { learnArrayTypes, queryableOver, type RawResult, type RunStatement } from './run-statement.ts'
import { refuseInsideTransaction, runTransaction } from './run-transaction.ts'
import { SqlError } from './sql-error.ts'
import { ThreadKeeper } from './thread-keeper.ts'
import { createTurns, type Lane } from './turns.ts'
import { createTypeDecoder } from './type-decoder.ts'

export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded'
  /** The same database for what may take as long as it likes, such as a migration. */
  readonly patiently: Runner
  /** Makes arrays of types that a migration has just created readable. */
  learnTypes(): Promise<void>
  /** Writes the whole database as a gzipped tar, atomically; statements wait meanwhile. */
  dump(path: string): Promise<void>
}

export interface EmbeddedOptions extends EmbeddedWorkerData {
  /** A statement of the relay's own is cancelled when it has run so long. */
  readonly timeoutMs?: number
  /** Whoever does not end so long after being cancelled is ended with the thread. */
  readonly graceMs?: number
  /** Of a statement that has run so long it is asked whether it waits for room on a full disk. */
  readonly lookForRoomMs?: number
  /** Whether the disk of the folder has no room at this moment. */
  readonly isFull?: (folder: string) => Promise<boolean>
  readonly retryMs?: number
  /** However busy it is, it is closed after so long. */
  readonly closeWithinMs?: number
  /** Told why the database is started again, and why that failed. */
  readonly onOutage?: (reason: string) => void
}

/**
 * While somebody waits, a person's statement is carried out for so long. Then it is cancelled and has its second turn after all
 * others.
 */
const firstTurnMs = 250
/** While somebody waits, a second turn, or a statement in a person's transaction, is cancelled for good after so long. */
const longestTurnMs = 750

/** After these PostgreSQL would have ended its process; here it goes on, and never answers again. */
const isDeadly = (error: unknown): boolean =>
  !(error instanceof SqlError) || error.severity === 'PANIC' || error.severity === 'FATAL'

const lastTurn = (limitMs: number): Patience => ({ limitMs, turnMs: longestTurnMs })

const isCancelled = (error: unknown): boolean => error instanceof SqlError && error.code === '57014'

const reasonOf = (error: unknown): string => {
  if (error instanceof SqlError && error.code === '53100') return diskFull
  return error instanceof Error ? error.message : String(error)
}

/** Runs statements and transactions of the embedded database, each in its turn. */
class EmbeddedRunners {
  readonly #identity = Symbol('embedded')
  readonly #types = createTypeDecoder()
  readonly #turns = createTurns()
  readonly #keeper: ThreadKeeper
  readonly #limits: Pick<AskOptions, 'graceMs' | 'lookForRoomMs' | 'isFull'>
  cancelled = 0

  constructor(keeper: ThreadKeeper, limits: Pick<AskOptions, 'graceMs' | 'lookForRoomMs' | 'isFull'>) {
    this.#keeper = keeper
    this.#limits = limits
  }

  /** The relay's own, before all others. */
  own(limitMs: number): Runner {
    return this.#runner('relay', this.run('relay', { limitMs }), { limitMs })
  }

  people(limitMs: number): Runner {
    return this.#runner('people', this.#runForPerson(limitMs), lastTurn(limitMs))
  }

  learnTypes(limitMs: number): Promise<void> {
    return learnArrayTypes(this.run('relay', { limitMs }), this.#types)
  }

  /** What takes a turn and is no statement of anybody's. */
  request(call: EmbeddedCall): Promise<RawResult | undefined> {
    return this.#inTurn('relay', (thread) => thread.call(call))
  }

  run(lane: Lane, patience: Patience): RunStatement {
    return (sql, parameters) => this.#inTurn(lane, (thread) => this.#runOn(thread, patience)(sql, parameters))
  }

  #runner(lane: Lane, run: RunStatement, patience: Patience): Runner {
    return {
      kind: 'embedded',
      ...queryableOver(run, this.#types),
      transaction: (work) =>
        this.#inTurn(lane, (thread) =>
          runTransaction(this.#identity, this.#runOn(thread, patience), this.#types, work),
        ),
    }
  }

  /** What was cancelled left nothing behind, so that it may be carried out again. */
  #runForPerson(limitMs: number): RunStatement {
    return async (sql, parameters) => {
      let hasYielded = false
      const onYield = (): void => {
        hasYielded = true
      }
      try {
        return await this.run('people', { limitMs, turnMs: firstTurnMs, onYield })(sql, parameters)
      } catch (error) {
        if (!hasYielded || !isCancelled(error)) throw error
        return this.run('slow', lastTurn(limitMs))(sql, parameters)
      }
    }
  }

  async #inTurn<T>(lane: Lane, work: (thread: EmbeddedThread) => Promise<T>): Promise<T> {
    refuseInsideTransaction(this.#identity)
    const end = await this.#turns.take(lane)
    try {
      return await work(await this.#keeper.current())
    } finally {
      end()
    }
  }

  #runOn(thread: EmbeddedThread, patience: Patience): RunStatement {
    const keeper = this.#keeper
    return async (sql, parameters) => {
      if (!keeper.isCurrent(thread)) {
        const lost =
          'The embedded database was started again meanwhile: this transaction is lost, and nothing of it was kept.'
        throw new DatabaseUnavailable(lost, { mayHaveHappened: false })
      }
      try {
        const result = await askThread(thread, { kind: 'query', sql, parameters }, patience, {
          ...this.#limits,
          isWaitedFor: () => this.#turns.isWaitedFor(),
          replace: (stuck, reason) => keeper.replace(stuck, reason),
          onCancelled: () => {
            this.cancelled += 1
          },
        })
        if (result === undefined) throw new Error('it answered without a result')
        return result
      } catch (error) {
        if (!isDeadly(error)) throw error
        keeper.replace(thread, reasonOf(error))
        const { sinceMs, reason } = keeper.condition().outage ?? { sinceMs: Date.now(), reason: reasonOf(error) }
        const since = new Date(sinceMs).toISOString()
        const unknown = `The embedded database stopped at ${since} (${reason}) before it answered: whether this was done is not known.`
        throw new DatabaseUnavailable(unknown, { mayHaveHappened: true, cause: error })
      }
    }
  }
}

/**
 * Opens PGlite in a thread of its own: in the relay's thread it would starve sockets and timers. It has one connection, so
 * statements run one after another and a transaction holds all others up; the relay's own come before those of people. A
 * thread that does not answer, or that PostgreSQL gave up, is ended and another one started on the same folder. Nothing keeps
 * a second process from opening that folder; the caller holds the lock.
 */
export const openEmbedded = async ({
  dataDir,
  template,
  timeoutMs = 120_000,
  graceMs = 3_000,
  lookForRoomMs = 5_000,
  isFull = isDiskFull,
  retryMs = 1_000,
  closeWithinMs = 10_000,
  onOutage = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const channels = new Channels()
  const keeper = await ThreadKeeper.open({
    start: () => startThread({ dataDir, template }, (channel, payload) => channels.notify(channel, payload)),
    canStartAgain: dataDir !== undefined,
    onReplaced: async (thread) => {
      for (const channel of channels.names())
        await thread.call({ kind: 'query', sql: listenSql(channel), parameters: [] })
      channels.notifyMissed()
    },
    onOutage,
    retryMs,
  })
  const runners = new EmbeddedRunners(keeper, {
    graceMs,
    lookForRoomMs,
    isFull: async () => dataDir !== undefined && isFull(dataDir),
  })
  const runOwn = runners.run('relay', { limitMs: timeoutMs })

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    const tooLong = new AbortController()
    const closed = runners.request({ kind: 'close' }).catch(() => undefined)
    await Promise.race([closed, wait(closeWithinMs, undefined, { signal: tooLong.signal })])
    tooLong.abort()
    await keeper.end('The embedded database is closed.')
  }

  try {
    await runners.learnTypes(timeoutMs)
  } catch (error) {
    await keeper.end('The embedded database could not be opened.')
    throw error
  }
  return {
    ...runners.own(timeoutMs),
    kind: 'embedded',
    forPeople: (limitMs) => runners.people(limitMs),
    patiently: runners.own(Number.POSITIVE_INFINITY),
    listen: async (channel, onNotify) => {
      const remove = channels.add(channel, onNotify)
      await runOwn(listenSql(channel), [])
      return async () => {
        if (remove() && closing === undefined) await runOwn(unlistenSql(channel), [])
      }
    },
    learnTypes: () => runners.learnTypes(timeoutMs),
    dump: async (path) => void (await runners.request({ kind: 'dump', path })),
    condition: () => ({ ...keeper.condition(), cancelled: runners.cancelled }),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
