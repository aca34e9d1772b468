import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { toError } from '#shared/primitives/thrown-error.ts'
import { ChannelListeners } from './channel-listeners.ts'
import type { Database } from './database.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { watchTables, type TableWatch } from './watch-tables.ts'

export const openListener = (url: string, onConnectionError: (error: Error) => void): ServerListener =>
  createServerListener(
    () =>
      new pg.Client({
        connectionString: url,
        application_name: 'quarterdeck',
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
      }),
    { onConnectionError, responseMs: 10_000 },
  )

export interface ServerListener {
  readonly listen: Database['listen']
  readonly watchTables: (watch: TableWatch) => () => Promise<void>
  close(): Promise<void>
}

interface ListenerOptions {
  readonly onConnectionError: (error: Error) => void
  /** It has this long for a response, and is asked again after twice this time. */
  readonly responseMs: number
}

interface Statements {
  readonly query: (sql: string, parameters?: unknown[]) => Promise<pg.QueryResult>
  readonly end: () => Promise<void>
}

/** One after another: the queue of `pg` itself is deprecated. */
const oneAfterAnother = (client: pg.Client): Statements => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query: (sql, parameters) => {
      const result = last.then(() => client.query(sql, parameters))
      last = result.catch(() => undefined)
      return result
    },
    end: () => client.end(),
  }
}

const firstRetryMs = 250
const longestRetryMs = 30_000

/** A connection that only listens would never show that its host disappeared. */
const askRegularly = async (
  findClient: () => Promise<Statements | undefined>,
  { onConnectionError, responseMs, stopped }: ListenerOptions & { readonly stopped: AbortSignal },
): Promise<void> => {
  for (;;) {
    await wait(2 * responseMs, undefined, { signal: stopped, ref: false }).catch(() => undefined)
    if (stopped.aborted) return
    const client = await findClient().catch(() => undefined)
    const giveUp = setTimeout(() => void client?.end(), responseMs)
    await client?.query('select 1').catch(onConnectionError)
    clearTimeout(giveUp)
  }
}

export const createServerListener = (
  createClient: () => pg.Client,
  { onConnectionError, responseMs }: ListenerOptions,
): ServerListener => {
  const listeners = new ChannelListeners()
  let connection: Promise<Statements> | undefined
  let hasGap = false
  const closing = new AbortController()

  const open = async (): Promise<Statements> => {
    const client = createClient()
    client.on('notification', ({ channel, payload }) => listeners.notify(channel, payload ?? ''))
    client.on('error', onConnectionError)
    await client.connect()
    try {
      for (const channel of listeners.channels()) await client.query(`listen ${quoteIdentifier(channel)}`)
    } catch (error) {
      await client.end()
      throw error
    }
    client.on('end', () => {
      connection = undefined
      hasGap = true
      void reopen()
    })
    if (hasGap) listeners.notifyAll()
    hasGap = false
    return oneAfterAnother(client)
  }
  const connected = (): Promise<Statements> => {
    connection ??= open().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }
  const reopen = async (): Promise<void> => {
    for (let pauseMs = firstRetryMs; ; pauseMs = Math.min(pauseMs * 2, longestRetryMs)) {
      await wait(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      try {
        await connected()
        return
      } catch (error) {
        onConnectionError(toError(error))
      }
    }
  }
  void askRegularly(async () => connection, { onConnectionError, responseMs, stopped: closing.signal })

  return {
    listen: async (channel, onNotify) => {
      const remove = listeners.add(channel, onNotify)
      const stop = async (): Promise<void> => {
        if (!remove()) return
        const client = await connection?.catch(() => undefined)
        await client?.query(`unlisten ${quoteIdentifier(channel)}`).catch(onConnectionError)
      }
      try {
        const client = await connected()
        await client.query(`listen ${quoteIdentifier(channel)}`)
      } catch (error) {
        await stop()
        throw error
      }
      return stop
    },
    watchTables: (watch) =>
      watchTables(async (sql, parameters = []) => {
        const { rows, rowCount } = await (await connected()).query(sql, [...parameters])
        return { rows, affectedRows: rowCount ?? 0 }
      }, watch),
    close: async () => {
      closing.abort()
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
