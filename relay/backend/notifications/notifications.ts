import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/change.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Payload } from './outbox.ts'
import { forgetDecisions, keepDecisions } from './decision.ts'
import { decideAll, type DecidedBatch } from './decide.ts'
import type { DeliverDeps } from './deliver.ts'
import { dropHappenings, freeTaken, takeHappenings, type Happening } from './event-queue.ts'
import { keptDays } from './kept-days.ts'
import { messageOf } from './message-of.ts'
import { nextDueMs } from './outbox.ts'
import type { PlannedSend } from './plan.ts'
import { readRules, type NotificationRule, type Recipient } from './rules.ts'
import { createSender } from './send-due.ts'
import { raiseAfterSilences } from './silence-ends.ts'
import type { Subject } from './subject.ts'
import { createWorker } from './worker.ts'

export interface NotificationsOptions extends Omit<DeliverDeps, 'allowsPrivateRedirects'> {
  readonly secrets: StoredSecrets
  readonly properties: Properties
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  /** The address of the console that messages lead to. */
  readonly consoleUrl: () => string
  /** Whether another relay works on this database. */
  readonly isAlone: boolean
}

/** The notification engine while it runs. */
export interface Notifications {
  /** Hears of changes of rules, whoever made them. */
  readonly follow: OnChange
  readonly retention: Job
  stop(): Promise<void>
}

const idleMs = 60_000
/** So often it is looked whether silences ended. */
const silencesMs = 20_000
/** An event that cannot be decided is given up after so many tries. */
const triesMost = 5
const history = 'notification_send_history'
const paths = {
  check: '/health?layout=table&timeRange=1h&checkId=',
  config: '/catalog/',
  component: '/topology/',
  incident: '/incidents/',
  playbook: '/playbooks/',
} as const

const healths = ['healthy', 'warning', 'unhealthy', 'unknown'] as const
const healthOf = ({ target }: Subject) => healths.find((health) => health === target.health)

const retentionJob = ({ database, properties }: NotificationsOptions): Job => ({
  name: 'NotificationRetention',
  schedule: '@every 1h',
  resourceType: 'notification',
  run: async () => {
    const days = await properties.number('notifications.history.retention.days', 30)
    const { affectedRows } = await database.query(
      `delete from notification_send_history as old
        where created_at < now() - make_interval(hours => $1::int)
          and status not in ('pending', 'evaluating-waitfor', 'attempting_fallback')
          and not exists (select 1 from notification_send_history as child where child.parent_id = old.id)
          and not exists (select 1 from playbook_runs where notification_send_id = old.id)`,
      [Math.round(days * 24)],
    )
    return { count: affectedRows + (await forgetDecisions(database, await keptDays(properties))) }
  },
})

type Said = Omit<Payload, 'members'>

/** Decides for each event whom rules tell, keeps each message before it is sent, and sends what is due. */
export const startNotifications = async (options: NotificationsOptions): Promise<Notifications> => {
  const { database, secrets, properties, log, onChange, consoleUrl } = options
  const stopped = new AbortController()
  // Every message on its way listens to it.
  setMaxListeners(0, stopped.signal)
  let rules: Promise<readonly NotificationRule[]> | undefined
  const rulesNow = () => (rules ??= readRules(database, secrets))

  const tellRule = async ({ id, error }: NotificationRule, said: string | null) => {
    if (said === error) return
    await database.query('update notifications set error = $2 where id = $1', [id, said])
    rules = undefined
    onChange({ relation: 'notifications', ids: [id] })
  }

  /** What a message says, made once for all recipients unless the rule's text asks which one it is. */
  const say = async ({ rule, subject, event }: PlannedSend, channel: string) => {
    const link = `${consoleUrl()}${paths[subject.kind]}${subject.target.id}`
    const { title, message, problem } = await messageOf(rule, subject, event, link, channel)
    if (problem !== null || rule.error?.startsWith('title:') === true || rule.error?.startsWith('template:') === true)
      await tellRule(rule, problem)
    return { title, message, link, health: healthOf(subject) }
  }

  const sayAll = async ({ plan, roster }: DecidedBatch) => {
    const said = new Map<PlannedSend, Map<Recipient, Said>>()
    for (const send of plan.sends) {
      const asksChannel = /\bchannel\b/.test(`${send.rule.title}${send.rule.template}`)
      const common = asksChannel ? undefined : await say(send, '')
      const each = new Map<Recipient, Said>()
      for (const recipient of send.recipients) {
        const { name } = roster.recipientOf(recipient)
        const text = common ?? (await say(send, name))
        const service = recipient.kind === 'service' ? recipient.index : null
        each.set(recipient, { ...text, service, recipientKind: recipient.kind, recipient: name })
      }
      said.set(send, each)
    }
    return said
  }

  const decideBatch = async (happenings: readonly Happening[]) => {
    const batch = await decideAll(database, await rulesNow(), happenings)
    for (const [rule, problem] of batch.problems) await tellRule(rule, problem)
    const said = await sayAll(batch)
    await database.transaction(async (transaction) => {
      const own = await dropHappenings(
        transaction,
        happenings.map(({ id }) => id),
      )
      if (own.size < happenings.length) throw new Error('Another relay decided some of these events.')
      await batch.plan.write(transaction, (send, recipient) => {
        const text = said.get(send)?.get(recipient)
        if (text === undefined) throw new Error('a message that says nothing')
        return text
      })
      await keepDecisions(transaction, batch.decided)
    })
    for (const { rules: decisions } of batch.decided)
      for (const { step, said: why, rule, rule_id: id } of decisions)
        if (step === 'loop') {
          log.warn(`The rule ${rule} was cut. ${why}`)
          const own = (await rulesNow()).find((each) => each.id === id)
          if (own !== undefined) await tellRule(own, why)
        }
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

  const decideQueued = async (): Promise<number> => {
    for (;;) {
      if (stopped.signal.aborted) return idleMs
      const happenings = await takeHappenings(database)
      if (happenings.length === 0) {
        if (!(await raiseAfterSilences(database))) return silencesMs
        continue
      }
      try {
        await decideBatch(happenings)
      } catch (error) {
        rules = undefined
        await giveUpEvents(happenings)
        throw error
      }
      onChange({ relation: history, ids: [] })
      sending.wake()
    }
  }

  const sender = createSender({
    ...options,
    allowsPrivateRedirects: () => properties.isOn('notifications.redirects.private'),
    rules: rulesNow,
    signal: stopped.signal,
    onGivenUp: ({ source_event: event, payload }, error) =>
      log.error(`A message of ${event} to ${payload.recipient} was given up. ${error}`),
  })
  const onFault = (error: unknown) => {
    if (!stopped.signal.aborted) log.error({ err: error }, 'A message could not be sent; it is tried again.')
  }
  const sending = createWorker({
    work: async () => {
      await sender.sendDue(() => sending.wake(), onFault)
      return (await nextDueMs(database)) ?? idleMs
    },
    idleMs,
    onFault: (error) => log.error({ err: error }, 'Messages could not be sent; this is tried again.'),
  })
  const deciding = createWorker({
    work: decideQueued,
    idleMs,
    onFault: (error) => log.error({ err: error }, 'It could not be decided whom to tell; this is tried again.'),
  })
  if (options.isAlone) await freeTaken(database)
  const unlisten = await database.listen('event_queue_updates', () => deciding.wake())
  deciding.wake()
  sending.wake()
  return {
    follow: ({ relation }) => {
      if (relation === 'notifications') rules = undefined
      if (relation === 'notification_silences') deciding.wake()
    },
    retention: retentionJob(options),
    stop: async () => {
      await unlisten()
      await deciding.stop()
      await sending.stop()
      stopped.abort(new Error('The console stops.'))
      await sender.settled()
    },
  }
}
