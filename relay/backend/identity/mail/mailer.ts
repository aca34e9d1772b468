import { setImmediate as soon, setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export type Deliver = (mail: Mail) => Promise<void>

export interface Mailer {
  /** Security: returns at once, so that response times do not reveal whether a mail is sent. */
  send(mail: Mail): void
  settled(): Promise<void>
}

const mostQueued = 1_000
const usualRetriesAfterMs = [1_000, 10_000, 60_000]

/** Queued mails are lost when the relay stops; people request them again. Never logs a mail's text. */
export const createMailer = (
  deliver: Deliver,
  log: FastifyBaseLogger,
  retriesAfterMs: readonly number[] = usualRetriesAfterMs,
): Mailer => {
  const queue: Mail[] = []
  let working = Promise.resolve()

  const deliverOne = async (mail: Mail): Promise<void> => {
    for (const retryAfterMs of [...retriesAfterMs, undefined]) {
      try {
        return await deliver(mail)
      } catch (error) {
        const reason = toErrorMessage(error)
        if (retryAfterMs === undefined) {
          log.error({ subject: mail.subject, reason }, 'mail delivery failed, giving up')
          return
        }
        log.warn({ subject: mail.subject, reason, retryAfterMs }, 'mail delivery failed, retrying')
        await wait(retryAfterMs, undefined, { ref: false })
      }
    }
  }
  const work = async (): Promise<void> => {
    const mail = queue.shift()
    if (mail !== undefined) await deliverOne(mail)
  }

  return {
    send: (mail) => {
      if (queue.length >= mostQueued) {
        log.error({ subject: mail.subject }, 'mail queue full, mail dropped')
        return
      }
      queue.push(mail)
      working = working.then(() => soon()).then(work)
    },
    settled: () => working,
  }
}
