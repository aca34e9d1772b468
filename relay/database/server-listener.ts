import type pg from 'pg'
import { Channels, listenSql, unlistenSql } from './channels.ts'

const firstRetryMs = 250
const longestRetryMs = 30_000

/**
 * LISTEN on one connection of its own, opened with the first listener and reopened with growing pauses when it breaks.
 * After a break every listener is called once with an empty payload: notifications may have been missed meanwhile.
 */
export class ServerListener {
  readonly #createClient: () => pg.Client
  readonly #onConnectionError: (error: Error) => void
  readonly #channels = new Channels()
  #connection: Promise<pg.Client> | undefined
  #mayHaveMissed = false
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(createClient: () => pg.Client, onConnectionError: (error: Error) => void) {
    this.#createClient = createClient
    this.#onConnectionError = onConnectionError
  }

  readonly listen = async (channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> => {
    const remove = this.#channels.add(channel, onNotify)
    const stop = async (): Promise<void> => {
      if (!remove()) return
      const client = await this.#connection?.catch(() => undefined)
      await client?.query(unlistenSql(channel)).catch(this.#onConnectionError)
    }
    try {
      const client = await this.#connected()
      await client.query(listenSql(channel))
    } catch (error) {
      await stop()
      throw error
    }
    return stop
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const client = await this.#connection?.catch(() => undefined)
    await client?.end()
  }

  #connected(): Promise<pg.Client> {
    this.#connection ??= this.#open().catch((error: unknown) => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  async #open(): Promise<pg.Client> {
    const client = this.#createClient()
    client.on('notification', ({ channel, payload }) => this.#channels.notify(channel, payload ?? ''))
    client.on('error', this.#onConnectionError)
    await client.connect()
    try {
      for (const channel of this.#channels.names()) await client.query(listenSql(channel))
    } catch (error) {
      await client.end()
      throw error
    }
    client.on('end', () => {
      this.#connection = undefined
      this.#mayHaveMissed = true
      this.#reopenIn(firstRetryMs)
    })
    if (this.#mayHaveMissed) this.#channels.notifyMissed()
    this.#mayHaveMissed = false
    return client
  }

  #reopenIn(pauseMs: number): void {
    if (this.#isClosed) return
    this.#retry = setTimeout(() => {
      this.#connected().catch((error: unknown) => {
        this.#onConnectionError(error instanceof Error ? error : new Error(String(error)))
        this.#reopenIn(Math.min(pauseMs * 2, longestRetryMs))
      })
    }, pauseMs)
  }
}
