import { endsWithin } from '#relay/time-limit.ts'
import { createCallThread } from './call-thread.ts'
import { ChannelListeners } from './channel-listeners.ts'
import type { Database, Runner } from './database.ts'
import { isDiskFull } from './disk-space.ts'
import type { EmbeddedWorkerData } from './embedded-messages.ts'
import { createEmbeddedRunners } from './embedded-runners.ts'
import { startThread } from './embedded-thread.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { learnArrayTypes } from './run-statement.ts'
import { keepThread } from './thread-keeper.ts'
import { createTurns } from './turns.ts'
import { createTypeDecoder } from './type-decoder.ts'

export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded'
  readonly patiently: Runner
  learnTypes(): Promise<void>
  dump(path: string): Promise<void>
}

export interface EmbeddedOptions extends EmbeddedWorkerData {
  readonly graceMs?: number
  readonly lookForRoomMs?: number
  readonly isFull?: (folder: string) => Promise<boolean>
  readonly closeWithinMs?: number
  readonly onOutage?: (reason: string) => void
}

const timeoutMs = 120_000

const listenTo = (channel: string): string => `listen ${quoteIdentifier(channel)}`

/**
 * Its own thread, because PGlite would block sockets and timers of the relay. Two processes must not open the
 * same folder: the caller holds the lock.
 */
export const openEmbedded = async ({
  dataDir,
  template,
  graceMs = 3_000,
  lookForRoomMs = 5_000,
  isFull = isDiskFull,
  closeWithinMs = 10_000,
  onOutage = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const types = createTypeDecoder()
  const turns = createTurns()
  const listeners = new ChannelListeners()
  let cancelled = 0

  const keeper = await keepThread({
    start: () => startThread({ dataDir, template }, (channel, payload) => listeners.notify(channel, payload)),
    canStartAgain: dataDir !== undefined,
    onReplaced: async (thread) => {
      for (const channel of listeners.channels()) {
        await thread.call({ kind: 'query', sql: listenTo(channel), parameters: [] })
      }
      listeners.notifyAll()
    },
    onOutage,
  })
  const callThread = createCallThread({
    graceMs,
    lookForRoomMs,
    isDiskFull: async () => dataDir !== undefined && (await isFull(dataDir)),
    isWaitedFor: () => turns.isWaitedFor(),
    onCancel: () => {
      cancelled += 1
    },
    onStuck: (thread, reason) => keeper.replace(thread, reason),
  })
  const runners = createEmbeddedRunners({ keeper, turns, types, callThread })
  const runOwn = runners.runOwn(timeoutMs)
  const learnTypes = () => learnArrayTypes(runOwn, types)

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await endsWithin(
      closeWithinMs,
      runners.request({ kind: 'close' }).catch(() => undefined),
    )
    await keeper.end('The embedded database is closed.')
  }

  try {
    await learnTypes()
  } catch (error) {
    await keeper.end('The embedded database could not be opened.')
    throw error
  }
  return {
    ...runners.own(timeoutMs),
    kind: 'embedded',
    forPeople: (limitMs) => runners.forPeople(limitMs),
    patiently: runners.own(Number.POSITIVE_INFINITY),
    listen: async (channel, onNotify) => {
      const remove = listeners.add(channel, onNotify)
      await runOwn(listenTo(channel), [])
      return async () => {
        if (remove() && closing === undefined) await runOwn(`un${listenTo(channel)}`, [])
      }
    },
    learnTypes,
    dump: async (path) => void (await runners.request({ kind: 'dump', path })),
    condition: () => ({ ...keeper.condition(), cancelled }),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
