import type pg from 'pg'
import type { Database } from './database.ts'

export interface ServerListener {
  readonly listen: Database['listen']
  close(): Promise<void>
}

const firstRetryMs = 250
const longestRetryMs = 30_000

const quote = (channel: string): string => `"${channel.replaceAll('"', '""')}"`

/**
 * LISTEN on one connection of its own, opened with the first listener and reopened with growing pauses when it breaks.
 * After a break every listener is called once with an empty payload: notifications may have been missed meanwhile.
 */
export const createServerListener = (
  createClient: () => pg.Client,
  onConnectionError: (error: Error) => void,
): ServerListener => {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let connection: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let mayHaveMissed = false
  let closed = false

  const tell = (channel: string, payload: string): void => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  const open = async (): Promise<pg.Client> => {
    const client = createClient()
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    client.on('error', onConnectionError)
    await client.connect()
    try {
      for (const channel of listeners.keys()) await client.query(`listen ${quote(channel)}`)
    } catch (error) {
      await client.end()
      throw error
    }
    client.on('end', () => {
      connection = undefined
      mayHaveMissed = true
      reopenLater()
    })
    retryMs = firstRetryMs
    if (mayHaveMissed) for (const channel of listeners.keys()) tell(channel, '')
    mayHaveMissed = false
    return client
  }
  const connected = (): Promise<pg.Client> => {
    connection ??= open().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }
  const reopenLater = (): void => {
    if (closed) return
    retry = setTimeout(() => {
      connected().catch((error: unknown) => {
        retryMs = Math.min(retryMs * 2, longestRetryMs)
        onConnectionError(error instanceof Error ? error : new Error(String(error)))
        reopenLater()
      })
    }, retryMs)
  }

  return {
    listen: async (channel, onNotify) => {
      const own = listeners.get(channel) ?? new Set()
      listeners.set(channel, own)
      const listener = (payload: string): void => onNotify(payload)
      own.add(listener)
      const stop = async (): Promise<void> => {
        own.delete(listener)
        if (own.size > 0 || listeners.get(channel) !== own) return
        listeners.delete(channel)
        const client = await connection?.catch(() => undefined)
        await client?.query(`unlisten ${quote(channel)}`).catch(onConnectionError)
      }
      try {
        const client = await connected()
        await client.query(`listen ${quote(channel)}`)
      } catch (error) {
        await stop()
        throw error
      }
      return stop
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
