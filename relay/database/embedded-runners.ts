import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { diskFull, type CallThread, type StatementLimits } from './call-thread.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { Runner } from './database.ts'
import type { EmbeddedThread } from './embedded-thread.ts'
import { queryableOver, type RunStatement } from './run-statement.ts'
import { refuseInsideTransaction, runTransaction } from './run-transaction.ts'
import { isCancelled, SqlError } from './sql-error.ts'
import type { ThreadKeeper } from './thread-keeper.ts'
import type { Lane, Turns } from './turns.ts'
import type { TypeDecoder } from './type-decoder.ts'

const firstTurnMs = 250
const longestTurnMs = 750

const lastTurn = (limitMs: number): StatementLimits => ({ limitMs, turnMs: longestTurnMs })

/** A PostgreSQL server would end its process on these; PGlite keeps running but never responds again. */
const isDeadly = (error: unknown): boolean =>
  !(error instanceof SqlError) || error.severity === 'PANIC' || error.severity === 'FATAL'

const describeReason = (error: unknown): string => {
  if (error instanceof SqlError && error.code === '53100') return diskFull
  return toErrorMessage(error)
}

interface RunnersOptions {
  readonly keeper: ThreadKeeper
  readonly turns: Turns
  readonly types: TypeDecoder
  readonly callThread: CallThread
}

interface EmbeddedRunners {
  own(limitMs: number): Runner
  forPeople(limitMs: number): Runner
  runOwn(limitMs: number): RunStatement
  request(call: Parameters<EmbeddedThread['call']>[0]): ReturnType<EmbeddedThread['call']>
}

const createRunOn =
  ({ keeper, callThread }: RunnersOptions) =>
  (thread: EmbeddedThread, limits: StatementLimits): RunStatement =>
  async (sql, parameters) => {
    if (!keeper.isCurrent(thread)) {
      const lost = 'The embedded database restarted: this transaction was rolled back.'
      throw new DatabaseUnavailable(lost, { mayHaveCommitted: false })
    }
    try {
      const result = await callThread(thread, { kind: 'query', sql, parameters }, limits)
      if (result === undefined) throw new Error('the thread returned no result')
      return result
    } catch (error) {
      if (!isDeadly(error)) throw error
      keeper.replace(thread, describeReason(error))
      const { sinceMs, reason } = keeper.condition().outage ?? { sinceMs: Date.now(), reason: describeReason(error) }
      const since = new Date(sinceMs).toISOString()
      const unknown = `The embedded database stopped at ${since} (${reason}) before it responded. The change may or may not have been saved.`
      throw new DatabaseUnavailable(unknown, { mayHaveCommitted: true, cause: error })
    }
  }

export const createEmbeddedRunners = (options: RunnersOptions): EmbeddedRunners => {
  const { keeper, turns, types } = options
  const identity = Symbol('embedded')
  const runOn = createRunOn(options)

  const inTurn = async <T>(lane: Lane, work: (thread: EmbeddedThread) => Promise<T>): Promise<T> => {
    refuseInsideTransaction(identity)
    const end = await turns.acquire(lane)
    try {
      return await work(await keeper.current())
    } finally {
      end()
    }
  }
  const runIn =
    (lane: Lane, limits: StatementLimits): RunStatement =>
    (sql, parameters) =>
      inTurn(lane, (thread) => runOn(thread, limits)(sql, parameters))
  const runner = (lane: Lane, run: RunStatement, limits: StatementLimits): Runner => ({
    kind: 'embedded',
    ...queryableOver(run, types),
    transaction: (work) => inTurn(lane, (thread) => runTransaction(identity, runOn(thread, limits), types, work)),
  })
  /** A cancelled statement left no changes, so it can run again. */
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

  return {
    own: (limitMs) => runner('relay', runIn('relay', { limitMs }), { limitMs }),
    forPeople: (limitMs) => runner('people', runForPerson(limitMs), lastTurn(limitMs)),
    runOwn: (limitMs) => runIn('relay', { limitMs }),
    request: (call) => inTurn('relay', (thread) => thread.call(call)),
  }
}
