import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { mergeEngineStates, type EngineState } from '#relay/backend/schedule/engine-state.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { createDecideQueued } from './decide/decide-queued.ts'
import { forgetDecisions } from './decide/decision.ts'
import type { DeliverDeps } from './send/deliver.ts'
import { freeEvents, freeSends } from './events/event-queue.ts'
import { loadDecisionRetentionDays } from './decide/decision-retention.ts'
import { createLinkBuilder, type CreateLinks, type MessageLinks } from './events/message-links.ts'
import { nextDueMs } from './outbox/outbox.ts'
import { createRecipientKinds } from './rules/recipient-kinds.ts'
import { readRules, type NotificationRule } from './rules/rules.ts'
import { wishesRelation } from './people/personal-wishes.ts'
import { createSender } from './send/send-due.ts'
import { raiseAfterSilences } from './silences/silence-ends.ts'
import { undelivered } from './send/undelivered.ts'
import { createWorker } from './worker.ts'

interface NotificationsOptions extends Omit<DeliverDeps, 'allowsPrivateRedirects'> {
  readonly secrets: StoredSecrets
  readonly properties: Properties
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly consoleUrl: () => string
  readonly messageLinks: MessageLinks
  readonly work: Pick<Work, 'owns' | 'canStart' | 'guard' | 'follow' | 'isDrained'>
  readonly isAlone: boolean
}

interface Notifications {
  readonly follow: OnChange
  readonly retention: Job
  readonly state: EngineState
  readonly failure: () => Promise<string | undefined>
  stop(): Promise<void>
}

/** Repeats and groups need all earlier decisions, so one relay instance decides. */
const decisionWork = 'notification decisions'
const idleMs = 60_000
const silencesMs = 20_000
const history = 'notification_send_history'

const retentionJob = ({ database, properties }: NotificationsOptions): Job => ({
  name: 'NotificationRetention',
  schedule: '@every 1h',
  resourceType: 'notification',
  run: async () => {
    const days = await properties.number('notifications.history.retention.days', 30)
    const { affectedRows } = await database.query(
      `delete from notification_send_history as old
        where created_at < now() - make_interval(hours => $1::int)
          and status not in ('pending', 'evaluating-waitfor', 'attempting_fallback', 'pending_playbook_completion')
          and not exists (select 1 from notification_send_history as child where child.parent_id = old.id)
          and not exists (select 1 from playbook_runs where notification_send_id = old.id)`,
      [Math.round(days * 24)],
    )
    return { count: affectedRows + (await forgetDecisions(database, await loadDecisionRetentionDays(properties))) }
  },
})

const createRuleCache = ({ database, secrets }: NotificationsOptions) => {
  let rules: Promise<readonly NotificationRule[]> | undefined
  return {
    read: () => (rules ??= readRules(database, secrets)),
    forget: () => {
      rules = undefined
    },
  }
}

interface DecideQueueDeps {
  readonly createLinks: CreateLinks
  readonly signal: AbortSignal
  readonly onDecided: () => void
}

/** Returns the milliseconds after which it looks at the queue again. */
const createDecideQueue = (
  { database, log, onChange, work, resolveConnection }: NotificationsOptions,
  rules: ReturnType<typeof createRuleCache>,
  { createLinks, signal, onDecided }: DecideQueueDeps,
) => {
  const recordError = async ({ id, error }: NotificationRule, message: string | null) => {
    if (message === error) return
    await database.query('update notifications set error = $2 where id = $1', [id, message])
    rules.forget()
    onChange({ relation: 'notifications', ids: [id] })
  }
  const decide = createDecideQueued({
    database: () => work.guard(decisionWork),
    log,
    createLinks,
    describeKind: createRecipientKinds(resolveConnection),
    rules: rules.read,
    recordError,
  })
  return async (): Promise<number> => {
    for (;;) {
      if (signal.aborted || !work.canStart(decisionWork)) return idleMs
      const decided = await decide().catch((error: unknown) => {
        rules.forget()
        // Other events of the batch may have been decided.
        onDecided()
        throw error
      })
      if (decided > 0) {
        onChange({ relation: history, ids: [] })
        onDecided()
      } else if (!(await raiseAfterSilences(work.guard(decisionWork)))) return silencesMs
    }
  }
}

export const startNotifications = async (options: NotificationsOptions): Promise<Notifications> => {
  const { database, properties, log, work } = options
  const stopped = new AbortController()
  // Each message being sent adds a listener.
  setMaxListeners(0, stopped.signal)
  const rules = createRuleCache(options)
  const createLinks = createLinkBuilder(options)
  const sender = createSender({
    ...options,
    createLinks,
    allowsPrivateRedirects: () => properties.isOn('notifications.redirects.private'),
    rules: rules.read,
    signal: stopped.signal,
    onGiveUp: ({ source_event: event, payload }, error) =>
      log.error({ event, recipient: payload.recipient, reason: error }, 'notification not delivered, giving up'),
  })
  const handleError = (error: unknown) => {
    if (!stopped.signal.aborted) log.warn({ err: error }, 'notification delivery failed, retrying')
  }
  const sending = createWorker({
    work: async () => {
      if (work.isDrained) return idleMs
      await sender.sendDue(() => sending.wake(), handleError)
      return (await nextDueMs(database)) ?? idleMs
    },
    idleMs,
    onError: (error) => log.warn({ err: error }, 'notification queue failed, retrying'),
  })
  const deciding = createWorker({
    work: createDecideQueue(options, rules, { createLinks, signal: stopped.signal, onDecided: () => sending.wake() }),
    idleMs,
    onError: (error) => log.warn({ err: error }, 'event processing failed, retrying'),
  })
  if (options.isAlone) await freeSends(database)
  let isDeciding = false
  const settle = async () => {
    if (isDeciding === work.owns(decisionWork)) return
    isDeciding = !isDeciding
    if (!isDeciding) return
    await freeEvents(work.guard(decisionWork))
    deciding.wake()
    sending.wake()
  }
  await settle()
  work.follow(settle)
  const unlisten = await database.listen('event_queue_updates', () => deciding.wake())
  deciding.wake()
  sending.wake()
  return {
    follow: ({ relation }) => {
      if (relation === 'notifications' || relation === 'teams') rules.forget()
      if (relation === 'playbook_runs') sending.wake()
      if (relation === 'notification_silences') deciding.wake()
      if (relation === wishesRelation) sending.wake()
    },
    state: mergeEngineStates([deciding.state, sending.state]),
    retention: retentionJob(options),
    failure: () => undelivered(database),
    stop: async () => {
      await unlisten()
      await deciding.stop()
      await sending.stop()
      stopped.abort(new Error('The relay is shutting down.'))
      await sender.settled()
    },
  }
}
