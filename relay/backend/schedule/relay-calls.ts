import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { Database } from '#relay/database/database.ts'
import { listenForMessages } from '#relay/database/listen-messages.ts'
import { conflict } from '#relay/errors/http-error.ts'

const channel = 'relay_calls'

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), call: z.string(), from: z.string(), name: z.string(), id: z.string() }),
  z.object({ kind: z.literal('accepted'), call: z.string() }),
  z.object({ kind: z.literal('failed'), call: z.string(), message: z.string() }),
  z.object({ kind: z.literal('part'), call: z.string(), text: z.string(), isLast: z.boolean() }),
])
type Message = z.infer<typeof messageSchema>

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly parts: string[]
  timer: NodeJS.Timeout
}

type Answer = (id: string) => Promise<unknown> | undefined

const acceptWithinMs = 5_000
const answerWithinMs = 15 * 60_000
/** PostgreSQL limits a notification to 8,000 bytes. */
const partLength = 6_000
const messageMax = 500

/** Passes a request such as "run now" to the relay instance that owns the work. */
export class RelayCalls {
  readonly #database: Database
  readonly #relayId: string
  readonly #log: FastifyBaseLogger
  readonly #answers = new Map<string, Answer>()
  readonly #waiting = new Map<string, Waiting>()
  #unlisten: (() => Promise<void>) | undefined

  constructor(database: Database, relayId: string, log: FastifyBaseLogger) {
    this.#database = database
    this.#relayId = relayId
    this.#log = log
  }

  async start(): Promise<void> {
    if (this.#database.kind === 'embedded') return
    this.#unlisten = await listenForMessages(this.#database, {
      channel,
      schema: messageSchema,
      log: this.#log,
      onMessage: (message) => this.#take(message),
    })
  }

  /** `answer` returns undefined when this relay does not own the work. */
  serve(name: string, answer: Answer): void {
    this.#answers.set(name, answer)
  }

  async call(name: string, id: string): Promise<unknown> {
    const call = randomUUID()
    const result = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject, parts: [], timer: this.#rejectAfter(call, acceptWithinMs) })
    })
    result.catch(() => undefined)
    await this.#send({ kind: 'call', call, from: this.#relayId, name, id })
    return result
  }

  async stop(): Promise<void> {
    await this.#unlisten?.()
    for (const call of this.#waiting.keys()) this.#reject(call)
  }

  #rejectAfter(call: string, ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#reject(call), ms)
  }

  #reject(call: string): void {
    this.#end(call)?.reject(conflict('The relay that runs this does not respond. Try again in a few seconds.'))
  }

  #end(call: string): Waiting | undefined {
    const waiting = this.#waiting.get(call)
    this.#waiting.delete(call)
    clearTimeout(waiting?.timer)
    return waiting
  }

  #take(message: Message): void {
    if (message.kind === 'call') {
      if (message.from !== this.#relayId) void this.#answer(message)
      return
    }
    const waiting = this.#waiting.get(message.call)
    if (waiting === undefined) return
    if (message.kind === 'accepted') {
      clearTimeout(waiting.timer)
      waiting.timer = this.#rejectAfter(message.call, answerWithinMs)
    } else if (message.kind === 'failed') this.#end(message.call)?.reject(new Error(message.message))
    else {
      waiting.parts.push(message.text)
      if (!message.isLast) return
      const text = Buffer.from(waiting.parts.join(''), 'base64').toString()
      this.#end(message.call)?.resolve(JSON.parse(text))
    }
  }

  async #answer({ call, name, id }: Extract<Message, { kind: 'call' }>): Promise<void> {
    const run = this.#answers.get(name)?.(id)
    if (run === undefined) return
    run.catch(() => undefined)
    try {
      await this.#send({ kind: 'accepted', call })
      const text = Buffer.from(JSON.stringify((await run) ?? null)).toString('base64')
      for (let at = 0; at < text.length; at += partLength)
        await this.#send({
          kind: 'part',
          call,
          text: text.slice(at, at + partLength),
          isLast: at + partLength >= text.length,
        })
    } catch (error) {
      this.#log.warn({ err: error, name, resourceId: id }, 'request of another relay instance failed')
      const message = toErrorMessage(error).slice(0, messageMax)
      await this.#send({ kind: 'failed', call, message }).catch(() => undefined)
    }
  }

  async #send(message: Message): Promise<void> {
    await this.#database.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)])
  }
}
