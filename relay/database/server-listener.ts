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
  let closed = false

  const tell = (channel: string, payload: string): void => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  const connect = async (): Promise<pg.Client> => {
    const client = createClient()
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    client.on('error', onConnectionError)
    await client.connect()
    client.on('end', reopen)
    for (const channel of listeners.keys()) await client.query(`listen ${quote(channel)}`)
    return client
  }

  const reopen = (): void => {
    connection = undefined
    if (closed) return
    retry = setTimeout(() => {
      connection = connect()
      connection.then(
        () => {
          retryMs = firstRetryMs
          for (const channel of listeners.keys()) tell(channel, '')
        },
        (error: unknown) => {
          retryMs = Math.min(retryMs * 2, longestRetryMs)
          onConnectionError(error instanceof Error ? error : new Error(String(error)))
          reopen()
        },
      )
    }, retryMs)
  }

  return {
    listen: async (channel, onNotify) => {
      const own = listeners.get(channel) ?? new Set()
      listeners.set(channel, own)
      const listener = (payload: string): void => onNotify(payload)
      own.add(listener)
      connection ??= connect()
      const client = await connection
      await client.query(`listen ${quote(channel)}`)
      return async () => {
        own.delete(listener)
        if (own.size > 0 || closed) return
        listeners.delete(channel)
        await (await connection)?.query(`unlisten ${quote(channel)}`)
      }
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
