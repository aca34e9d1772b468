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
    onConnectionError,
  )

export interface ServerListener {
  readonly listen: Database['listen']
  readonly watchTables: (watch: TableWatch) => () => Promise<void>
  close(): Promise<void>
}

const firstRetryMs = 250
const longestRetryMs = 30_000

export const createServerListener = (
  createClient: () => pg.Client,
  onConnectionError: (error: Error) => void,
): ServerListener => {
  const listeners = new ChannelListeners()
  let connection: Promise<pg.Client> | undefined
  let hasGap = false
  const closing = new AbortController()

  const open = async (): Promise<pg.Client> => {
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
    return client
  }
  const connected = (): Promise<pg.Client> => {
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
