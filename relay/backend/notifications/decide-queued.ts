import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#relay/database/database.ts'
import { createCompose } from './compose.ts'
import { keepDecisions } from './decision.ts'
import { decideAll, type DecidedBatch } from './decide.ts'
import { dropHappenings, takeHappenings, type Happening } from './event-queue.ts'
import type { LinksOf } from './message-links.ts'
import type { NotificationRule } from './rules.ts'

interface DecideQueuedDeps {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly linksOf: LinksOf
  readonly rules: () => Promise<readonly NotificationRule[]>
  /** Notes on a rule what is wrong with it; null when nothing is any more. */
  readonly noteProblem: (rule: NotificationRule, problem: string | null) => Promise<void>
}

/** An event that cannot be decided is given up after so many tries. */
const triesMost = 5

/** Decides for the events of the queue whom rules tell, and keeps each message before it is sent. */
export const createDecideQueued = ({ database, log, linksOf, rules, noteProblem }: DecideQueuedDeps) => {
  const compose = createCompose({ linksOf, onProblem: noteProblem })

  const noteLoops = async ({ decided }: DecidedBatch) => {
    for (const { rules: decisions } of decided)
      for (const { step, said: why, rule, rule_id: id } of decisions)
        if (step === 'loop') {
          log.warn(`The rule ${rule} was cut. ${why}`)
          const own = (await rules()).find((each) => each.id === id)
          if (own !== undefined) await noteProblem(own, why)
        }
  }

  const decideBatch = async (happenings: readonly Happening[]) => {
    const batch = await decideAll(database, await rules(), happenings)
    for (const [rule, problem] of batch.problems) await noteProblem(rule, problem)
    const composed = await compose(batch)
    await database.transaction(async (transaction) => {
      const own = await dropHappenings(
        transaction,
        happenings.map(({ id }) => id),
      )
      if (own.size < happenings.length) throw new Error('Another relay decided some of these events.')
      await batch.plan.write(transaction, (send, recipient) => {
        const text = composed.get(send)?.get(recipient)
        if (text === undefined) throw new Error('a message that says nothing')
        return text
      })
      await keepDecisions(transaction, batch.decided)
    })
    await noteLoops(batch)
  }

  const giveUpEvents = async (happenings: readonly Happening[]) => {
    const lost = happenings.filter(({ attempts }) => attempts >= triesMost)
    if (lost.length === 0) return
    await dropHappenings(
      database,
      lost.map(({ id }) => id),
    )
    log.error(`It was given up to decide whom to tell of ${lost.length} events, of ${lost[0]?.event ?? ''} first.`)
  }

  /** One at a time, so that one that cannot be decided holds up no other; throws the last failure when all are through. */
  const decideEach = async (happenings: readonly Happening[]) => {
    const failures: unknown[] = []
    for (const happening of happenings)
      await decideBatch([happening]).catch(async (error: unknown) => {
        failures.push(error)
        await giveUpEvents([happening])
      })
    if (failures.length > 0) throw failures.at(-1)
  }

  /** Decides some of the events that wait; answers how many. */
  return async (): Promise<number> => {
    const happenings = await takeHappenings(database)
    if (happenings.length === 0) return 0
    await decideBatch(happenings).catch(() => decideEach(happenings))
    return happenings.length
  }
}
