import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#relay/database/database.ts'
import { createCompose } from './compose.ts'
import { keepDecisions } from './decision.ts'
import { decideAll, type DecidedBatch } from './decide.ts'
import { deleteEvents, claimEvents, type QueuedEvent } from '#relay/backend/notifications/events/event-queue.ts'
import type { CreateLinks } from '#relay/backend/notifications/events/message-links.ts'
import type { DescribeKind } from '#relay/backend/notifications/rules/recipient-kinds.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'

interface DecideQueuedDeps {
  /** For one batch. */
  readonly database: () => Database
  readonly log: FastifyBaseLogger
  readonly createLinks: CreateLinks
  readonly describeKind: DescribeKind
  readonly rules: () => Promise<readonly NotificationRule[]>
  readonly recordError: (rule: NotificationRule, error: string | null) => Promise<void>
}

const triesMost = 5

export const createDecideQueued = ({
  database: openDatabase,
  log,
  createLinks,
  describeKind,
  rules,
  recordError,
}: DecideQueuedDeps) => {
  const compose = createCompose({ createLinks, describeKind, onError: recordError })

  const noteLoops = async ({ decided }: DecidedBatch) => {
    for (const { rules: decisions } of decided)
      for (const { step, said: why, rule, rule_id: id } of decisions)
        if (step === 'loop') {
          log.warn({ rule, reason: why }, 'notification loop stopped')
          const own = (await rules()).find((each) => each.id === id)
          if (own !== undefined) await recordError(own, why)
        }
  }

  const decideBatch = async (database: Database, queuedEvents: readonly QueuedEvent[]) => {
    const batch = await decideAll(database, await rules(), queuedEvents)
    for (const [rule, error] of batch.errors) await recordError(rule, error)
    const composed = await compose(batch)
    await database.transaction(async (transaction) => {
      const own = await deleteEvents(
        transaction,
        queuedEvents.map(({ id }) => id),
      )
      if (own.size < queuedEvents.length)
        throw new Error('Another relay instance already processed some of these events.')
      await batch.plan.write(transaction, (send, recipient) => {
        const text = composed.get(send)?.get(recipient)
        if (text === undefined) throw new Error('message without text')
        return text
      })
      await keepDecisions(transaction, batch.decided)
    })
    await noteLoops(batch)
  }

  const giveUpEvents = async (database: Database, queuedEvents: readonly QueuedEvent[]) => {
    const lost = queuedEvents.filter(({ attempts }) => attempts >= triesMost)
    if (lost.length === 0) return
    await deleteEvents(
      database,
      lost.map(({ id }) => id),
    )
    log.error({ events: lost.length, firstEvent: lost[0]?.event }, 'events dropped after repeated failures')
  }

  /** One at a time, so that a failing event does not block others. Throws the last failure at the end. */
  const decideEach = async (database: Database, queuedEvents: readonly QueuedEvent[]) => {
    const failures: unknown[] = []
    for (const queuedEvent of queuedEvents)
      await decideBatch(database, [queuedEvent]).catch(async (error: unknown) => {
        failures.push(error)
        await giveUpEvents(database, [queuedEvent])
      })
    if (failures.length > 0) throw failures.at(-1)
  }

  return async (): Promise<number> => {
    const database = openDatabase()
    const queuedEvents = await claimEvents(database)
    if (queuedEvents.length === 0) return 0
    await decideBatch(database, queuedEvents).catch(() => decideEach(database, queuedEvents))
    return queuedEvents.length
  }
}
