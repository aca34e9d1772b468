import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

interface DeadConnectionsOptions {
  /** Its connecting and its statement end after this time. */
  readonly openProbe: (limitMs: number) => pg.Client
  /** A connection in use for this long is looked at. */
  readonly longMs: number
}

export interface DeadConnections {
  readonly watch: (pool: pg.Pool) => void
  readonly stop: () => void
}

const unknownProcess = -1
const busyProcesses = `select pid from pg_stat_activity where datname = current_database() and state is distinct from 'idle'`

const isOver = (limitMs: number, sinceMs: number): boolean => performance.now() - sinceMs >= limitMs

/** The driver keeps it for cancelling; its types leave it out. */
const readProcess = (client: pg.PoolClient): number | undefined =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : undefined

/**
 * A host that disappears does not close its connections, and TCP would wait for it for a quarter of an hour. A connection
 * that is in use for long is ended when the server, asked over a new connection, is not busy with it or does not respond.
 */
export const endDeadConnections = ({ openProbe, longMs }: DeadConnectionsOptions): DeadConnections => {
  /** More patience with a server that does not respond at all: it may only be slow. */
  const silenceMs = 3 * longMs
  const usedSinceMs = new Map<pg.PoolClient, number>()
  const stopped = new AbortController()

  /** Undefined when the server does not respond. */
  const askForBusyProcesses = async (): Promise<ReadonlySet<number> | 'notSaid' | undefined> => {
    const probe = openProbe(longMs)
    probe.on('error', () => undefined)
    try {
      await probe.connect()
      const { rows } = await probe.query<{ pid: number }>(busyProcesses)
      // Responses that came before this one are read first.
      await nextTurn()
      return new Set(rows.map(({ pid }) => pid))
    } catch (error) {
      // An error of PostgreSQL itself, such as too many connections, shows that the server responds.
      return error instanceof pg.DatabaseError ? 'notSaid' : undefined
    } finally {
      void probe.end()
    }
  }

  const look = async (): Promise<void> => {
    const long = [...usedSinceMs].filter(([, sinceMs]) => isOver(longMs, sinceMs))
    if (long.length === 0) return
    const processes = await askForBusyProcesses()
    if (processes === 'notSaid') return
    for (const [client, sinceMs] of long) {
      const isDead =
        processes === undefined ? isOver(silenceMs, sinceMs) : !processes.has(readProcess(client) ?? unknownProcess)
      if (!isDead || usedSinceMs.get(client) !== sinceMs || !(client instanceof pg.Client)) continue
      usedSinceMs.delete(client)
      void client.end()
    }
  }

  const lookRegularly = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await look()
      await wait(longMs / 2, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
    }
  }
  void lookRegularly()

  return {
    watch: (pool) => {
      pool.on('acquire', (client) => usedSinceMs.set(client, performance.now()))
      pool.on('release', (_error, client) => usedSinceMs.delete(client))
      pool.on('remove', (client) => usedSinceMs.delete(client))
    },
    stop: () => stopped.abort(),
  }
}
