import { startWorker } from '#relay/start-worker.ts'
import type { Database, Queryable } from './database.ts'
import type { EmbeddedCall, EmbeddedReply, EmbeddedWorkerData } from './embedded-messages.ts'
import { learnArrayTypes, queryableOver, type RawResult, type RunStatement } from './run-statement.ts'
import { refuseInsideTransaction, runTransaction } from './run-transaction.ts'
import { SqlError } from './sql-error.ts'
import { createTypeDecoder } from './type-decoder.ts'

export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded'
  /** Makes arrays of types that a migration has just created readable. */
  learnTypes(): Promise<void>
  /** Writes the whole database as a gzipped tar, atomically; statements wait meanwhile. */
  dump(path: string): Promise<void>
}

interface Waiting {
  readonly resolve: (result: RawResult | undefined) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens PGlite in a thread of its own: in the relay's thread it would starve sockets and timers. It has one connection, so
 * statements run one after another and a transaction holds all others up. Nothing keeps a second process from opening the
 * same directory; the caller holds the lock.
 */
export const openEmbedded = async (workerData: EmbeddedWorkerData): Promise<EmbeddedDatabase> => {
  const identity = Symbol('embedded')
  const types = createTypeDecoder()
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const worker = startWorker(import.meta.url, 'embedded-worker', { workerData })
  let ended: Error | undefined
  let lastId = 0

  const fail = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const opened = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: EmbeddedReply) => {
      switch (message.kind) {
        case 'ready':
          return resolve()
        case 'notified':
          for (const listener of listeners.get(message.channel) ?? []) listener(message.payload)
          return undefined
        case 'answered':
          waiting.get(message.id)?.resolve(message.result)
          waiting.delete(message.id)
          return undefined
        case 'failed': {
          const error = message.sql === undefined ? new Error(message.message) : new SqlError(message.sql)
          if (message.id === undefined) return reject(error)
          waiting.get(message.id)?.reject(error)
          waiting.delete(message.id)
          return undefined
        }
      }
    })
    worker.on('error', (error) => {
      fail(new Error(`The embedded database stopped: ${error.message}. Restart to open it again.`, { cause: error }))
      reject(error)
    })
    worker.on('exit', (code) => fail(new Error(`The embedded database is closed (its thread ended with ${code}).`)))
  })

  const call = (request: EmbeddedCall): Promise<RawResult | undefined> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended)
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: there is no origin
      return worker.postMessage({ ...request, id: lastId })
    })

  const run: RunStatement = async (sql, parameters) => {
    const result = await call({ kind: 'query', sql, parameters })
    if (result === undefined) throw new Error('The embedded database answered without a result.')
    return result
  }

  /** Resolves when no transaction is open any more; single statements then go out together and queue in the thread. */
  let free: Promise<void> = Promise.resolve()
  const transaction = async <T>(work: (transaction: Queryable) => Promise<T>): Promise<T> => {
    refuseInsideTransaction(identity)
    const before = free
    const ended = before.then(() => runTransaction(identity, run, types, work))
    free = ended.then(
      () => undefined,
      () => undefined,
    )
    return ended
  }
  const whenFree: RunStatement = async (sql, parameters) => {
    refuseInsideTransaction(identity)
    await free
    return run(sql, parameters)
  }

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    if (ended !== undefined) return
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve())
    })
    await free
    await call({ kind: 'close' })
    await exited
  }

  try {
    await opened
    await learnArrayTypes(run, types)
  } catch (error) {
    await worker.terminate()
    throw error
  }

  return {
    kind: 'embedded',
    ...queryableOver(whenFree, types),
    transaction,
    listen: async (channel, onNotify) => {
      const quoted = `"${channel.replaceAll('"', '""')}"`
      const own = listeners.get(channel) ?? new Set()
      listeners.set(channel, own)
      const listener = (payload: string): void => onNotify(payload)
      own.add(listener)
      await whenFree(`listen ${quoted}`, [])
      return async () => {
        own.delete(listener)
        if (own.size === 0 && ended === undefined) await whenFree(`unlisten ${quoted}`, [])
      }
    },
    learnTypes: () => learnArrayTypes(run, types),
    dump: async (path) => {
      refuseInsideTransaction(identity)
      await free
      await call({ kind: 'dump', path })
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
