import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { Database, Runner } from './database.ts'
import { isDiskFull } from './disk-space.ts'
import type { EmbeddedCall, EmbeddedWorkerData } from './embedded-messages.ts'
import { startThread, type EmbeddedThread } from './embedded-thread.ts'
import { learnArrayTypes, queryableOver, type RawResult, type RunStatement } from './run-statement.ts'
import { refuseInsideTransaction, runTransaction } from './run-transaction.ts'
import { SqlError } from './sql-error.ts'
import { keepThread } from './thread-keeper.ts'
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

/** PostgreSQL does not look everywhere. */
const cancelEveryMs = 200

/**
 * While somebody waits, a person's statement is carried out for so long. Then it is cancelled and has its second turn after all
 * others.
 */
const firstTurnMs = 250
/** While somebody waits, a second turn, or a statement in a person's transaction, is cancelled for good after so long. */
const longestTurnMs = 750
const lookForOthersMs = 50

interface Patience {
  readonly limitMs: number
  /** From when on it is cancelled as soon as somebody waits. */
  readonly turnMs?: number
  /** Told that it is being cancelled because somebody waits, where it may have another turn. */
  readonly onYield?: () => void
}

const diskFull = 'the disk that it is on is full'

const listenTo = (channel: string): string => `listen "${channel.replaceAll('"', '""')}"`

/** After these PostgreSQL would have ended its process; here it goes on, and never answers again. */
const isDeadly = (error: unknown): boolean =>
  !(error instanceof SqlError) || error.severity === 'PANIC' || error.severity === 'FATAL'

const lastTurn = (limitMs: number): Patience => ({ limitMs, turnMs: longestTurnMs })

const isCancelled = (error: unknown): boolean => error instanceof SqlError && error.code === '57014'

const reasonOf = (error: unknown): string => {
  if (error instanceof SqlError && error.code === '53100') return diskFull
  return error instanceof Error ? error.message : String(error)
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
  const identity = Symbol('embedded')
  const types = createTypeDecoder()
  const turns = createTurns()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let cancelled = 0

  const notify = (channel: string, payload: string): void => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }
  const keeper = await keepThread({
    start: () => startThread({ dataDir, template }, notify),
    canStartAgain: dataDir !== undefined,
    onReplaced: async (thread) => {
      for (const channel of listeners.keys()) {
        await thread.call({ kind: 'query', sql: listenTo(channel), parameters: [] })
      }
      for (const channel of listeners.keys()) notify(channel, '')
    },
    onOutage,
    retryMs,
  })

  /** Has the thread carry a request out, for so long; what cannot be cancelled then ends with the thread. */
  const ask = async (
    thread: EmbeddedThread,
    request: EmbeddedCall,
    { limitMs, turnMs, onYield }: Patience,
  ): Promise<RawResult | undefined> => {
    let cancelling: NodeJS.Timeout | undefined
    let yielding: NodeJS.Timeout | undefined
    let hasYielded = false
    let answered = false
    const cancelFrom = (sinceMs: number, reason: string): void => {
      if (Date.now() - sinceMs < graceMs) {
        thread.cancel()
        cancelling = setTimeout(cancelFrom, cancelEveryMs, sinceMs, reason)
      } else keeper.replace(thread, reason)
    }
    const cancel = (reason: string): void => {
      if (answered || cancelling !== undefined) return
      cancelled += 1
      cancelFrom(Date.now(), reason)
    }
    const runOut = (): void => cancel(`a statement went on after ${limitMs / 1_000} seconds and could not be cancelled`)
    const lookForRoom = async (): Promise<void> => {
      if (dataDir !== undefined && (await isFull(dataDir))) cancel(diskFull)
    }
    // The thread is not replaced for others' sake: what cannot be cancelled has all of its time.
    const yieldToOthers = (): void => {
      const isWaitedFor = turns.isWaitedFor()
      yielding = setTimeout(yieldToOthers, isWaitedFor ? cancelEveryMs : lookForOthersMs)
      if (!isWaitedFor) return
      if (!hasYielded && onYield === undefined) cancelled += 1
      hasYielded = true
      onYield?.()
      thread.cancel()
    }
    if (turnMs !== undefined) yielding = setTimeout(yieldToOthers, turnMs)
    // PostgreSQL that finds no room for its next log segment does not always say so: it may never return.
    const looking = setInterval(() => void lookForRoom(), lookForRoomMs)
    const limit = limitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(runOut, limitMs)
    try {
      return await thread.call(request)
    } finally {
      answered = true
      clearInterval(looking)
      clearTimeout(limit)
      clearTimeout(cancelling)
      clearTimeout(yielding)
    }
  }
  const runOn =
    (thread: EmbeddedThread, patience: Patience): RunStatement =>
    async (sql, parameters) => {
      if (!keeper.isCurrent(thread)) {
        const lost =
          'The embedded database was started again meanwhile: this transaction is lost, and nothing of it was kept.'
        throw new DatabaseUnavailable(lost, { mayHaveHappened: false })
      }
      try {
        const result = await ask(thread, { kind: 'query', sql, parameters }, patience)
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

  const inTurn = async <T>(lane: Lane, work: (thread: EmbeddedThread) => Promise<T>): Promise<T> => {
    refuseInsideTransaction(identity)
    const end = await turns.take(lane)
    try {
      return await work(await keeper.current())
    } finally {
      end()
    }
  }
  const runIn =
    (lane: Lane, patience: Patience): RunStatement =>
    (sql, parameters) =>
      inTurn(lane, (thread) => runOn(thread, patience)(sql, parameters))
  const runner = (lane: Lane, run: RunStatement, patience: Patience): Runner => ({
    kind: 'embedded',
    ...queryableOver(run, types),
    transaction: (work) => inTurn(lane, (thread) => runTransaction(identity, runOn(thread, patience), types, work)),
  })
  const ownRunner = (limitMs: number): Runner => runner('relay', runIn('relay', { limitMs }), { limitMs })
  /** What was cancelled left nothing behind, so that it may be carried out again. */
  const runForPerson =
    (limitMs: number): RunStatement =>
    async (sql, parameters) => {
      let hasYielded = false
      const onYield = (): void => {
        hasYielded = true
      }
      try {
        return await runIn('people', { limitMs, turnMs: firstTurnMs, onYield })(sql, parameters)
      } catch (error) {
        if (!hasYielded || !isCancelled(error)) throw error
        return runIn('slow', lastTurn(limitMs))(sql, parameters)
      }
    }
  const own = ownRunner(timeoutMs)
  const runOwn = runIn('relay', { limitMs: timeoutMs })
  const tell = (sql: string) => runOwn(sql, [])
  const learnTypes = () => learnArrayTypes(runOwn, types)
  /** What takes a turn and is no statement of anybody's. */
  const request = (call: EmbeddedCall) => inTurn('relay', (thread) => thread.call(call))

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    const tooLong = new AbortController()
    const closed = request({ kind: 'close' }).catch(() => undefined)
    await Promise.race([closed, wait(closeWithinMs, undefined, { signal: tooLong.signal })])
    tooLong.abort()
    await keeper.end('The embedded database is closed.')
  }

  try {
    await learnTypes()
  } catch (error) {
    await keeper.end('The embedded database could not be opened.')
    throw error
  }
  return {
    ...own,
    kind: 'embedded',
    forPeople: (limitMs) => runner('people', runForPerson(limitMs), lastTurn(limitMs)),
    patiently: ownRunner(Number.POSITIVE_INFINITY),
    listen: async (channel, onNotify) => {
      const same = listeners.get(channel) ?? new Set()
      listeners.set(channel, same)
      const listener = (payload: string): void => onNotify(payload)
      same.add(listener)
      await tell(listenTo(channel))
      return async () => {
        same.delete(listener)
        if (same.size > 0 || listeners.get(channel) !== same) return
        listeners.delete(channel)
        if (closing === undefined) await tell(`un${listenTo(channel)}`)
      }
    },
    learnTypes,
    dump: async (path) => void (await request({ kind: 'dump', path })),
    condition: () => ({ ...keeper.condition(), cancelled }),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
