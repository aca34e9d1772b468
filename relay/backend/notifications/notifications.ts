import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/change.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import { sentenceOf } from '#relay/backend/playbooks/playbook-error.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { OnEvent, ResourceEvent } from '#relay/backend/resource-event.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { createFloodGate, type Held } from './flood-gate.ts'
import { messageOf } from './message-of.ts'
import { countAgain, endSend, keepSend, nextDueMs, postpone, sentBefore, takeDue, type DueSend } from './outbox.ts'
import { readRules, type NotificationRule, type Recipient } from './rules.ts'
import { silencedBy } from './silenced-by.ts'
import { readSubject, type Subject } from './subject.ts'

export interface NotificationsOptions extends Omit<DeliverDeps, 'allowsPrivateRedirects'> {
  readonly secrets: StoredSecrets
  readonly properties: Properties
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  /** The address of the console that messages lead to. */
  readonly consoleUrl: () => string
}

/** The notification engine while it runs. */
export interface Notifications {
  /** Tells whom rules name of what happened. */
  readonly onEvent: OnEvent
  /** Hears of changes of rules, whoever made them. */
  readonly follow: OnChange
  readonly retention: Job
  stop(): Promise<void>
}

/** A message is tried again after these times, and given up after the last. */
const backOffMs = [5_000, 30_000, 120_000, 600_000]
const idleMs = 60_000
const history = 'notification_send_history'

const recipientName = (recipient: Recipient): string =>
  recipient.kind === 'service'
    ? (recipient.service.name ?? recipient.service.connection ?? 'an address')
    : `the ${recipient.kind}`

const recipientOf = (rule: NotificationRule | undefined, { person_id: person, team_id: team, payload }: DueSend) =>
  rule?.recipients.find((each) =>
    each.kind === 'service'
      ? each.index === payload.service
      : each.kind === 'person'
        ? each.id === person
        : each.kind === 'team'
          ? each.id === team
          : person === null && team === null && payload.service == null,
  )

const healths = ['healthy', 'warning', 'unhealthy', 'unknown'] as const

const healthOf = ({ target }: Subject) => healths.find((health) => health === target.health)

const paths = { check: '/health?checkId=', config: '/catalog/', component: '/topology/' } as const

const retentionJob = ({ database, properties }: NotificationsOptions): Job => ({
  name: 'NotificationRetention',
  schedule: '@every 1h',
  resourceType: 'notification',
  run: async () => {
    const days = await properties.number('notifications.history.retention.days', 30)
    const { affectedRows } = await database.query(
      `delete from notification_send_history as old
        where created_at < now() - make_interval(hours => $1::int) and status not in ('pending', 'evaluating-waitfor')
          and not exists (select 1 from notification_send_history as child where child.parent_id = old.id)
          and not exists (select 1 from playbook_runs where notification_send_id = old.id)`,
      [Math.round(days * 24)],
    )
    return { count: affectedRows }
  },
})

/** Beyond that a rule tells of all the others of an event at once, at the end of the minute. */
const flood = { most: 60, windowMs: 60_000, namedMost: 100 }

interface HeldBack {
  readonly rule: NotificationRule
  readonly event: string
  readonly resourceId: string
  readonly name: string
}

/** Decides for each event whom rules tell, keeps each message before it is sent, and sends what is due. */
export const startNotifications = (options: NotificationsOptions): Notifications => {
  const { database, secrets, properties, log, onChange, consoleUrl } = options
  const stopped = new AbortController()
  let rules: Promise<readonly NotificationRule[]> | undefined
  let deciding: Promise<void> = Promise.resolve()
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const gate = createFloodGate<HeldBack>({
    ...flood,
    onHeld: (_key, held) => {
      deciding = deciding.then(() => tellHeld(held)).catch((error: unknown) => log.error({ err: error }))
    },
  })
  const rulesNow = () => (rules ??= readRules(database, secrets))

  const tellRule = async ({ id, error }: NotificationRule, said: string | null) => {
    if (said === error) return
    await database.query('update notifications set error = $2 where id = $1', [id, said])
    rules = undefined
    onChange({ relation: 'notifications', ids: [id] })
  }

  const passes = async (rule: NotificationRule, subject: Subject): Promise<boolean> => {
    if (rule.filter === '') return true
    try {
      const value = await evaluate({ expr: rule.filter }, subject.environment, { owner: rule.id })
      if (rule.error?.startsWith('filter:')) await tellRule(rule, null)
      return value === true || value === 'true'
    } catch (error) {
      await tellRule(rule, `filter: ${sentenceOf(error)}`)
      return false
    }
  }

  const decide = async (
    rule: NotificationRule,
    subject: Subject,
    event: string,
    silence: () => Promise<string | undefined>,
  ) => {
    if (!(await passes(rule, subject))) return
    const about = { rule, resourceId: subject.target.id, event }
    const parentId = rule.repeatMs === 0 ? undefined : await sentBefore(database, about)
    const silencedId = parentId === undefined ? await silence() : undefined
    const held = parentId !== undefined ? 'repeat-interval' : silencedId !== undefined ? 'silenced' : undefined
    if (
      held !== undefined &&
      (await countAgain(database, { ...about, status: held, parentId, silencedBy: silencedId }))
    )
      return
    const name = subject.target.name
    if (held === undefined && !gate.admit(`${rule.id} ${event}`, { rule, event, resourceId: about.resourceId, name }))
      return
    const link = `${consoleUrl()}${paths[subject.kind]}${subject.target.id}`
    const { title, message, problem } = await messageOf(rule, subject, event, link)
    if (problem !== null || rule.error?.startsWith('title:') || rule.error?.startsWith('template:'))
      await tellRule(rule, problem)
    for (const recipient of rule.recipients) {
      const service = recipient.kind === 'service' ? recipient.index : null
      await keepSend(database, {
        ...about,
        recipient,
        status: held ?? (rule.waitMs > 0 ? 'evaluating-waitfor' : 'pending'),
        payload: { title, message, service, recipient: recipientName(recipient), link, health: healthOf(subject) },
        silencedBy: silencedId,
        parentId,
        notBefore: held === undefined && rule.waitMs > 0 ? new Date(Date.now() + rule.waitMs) : undefined,
      })
    }
  }

  /** One message about all that a minute held back. */
  const tellHeld = async ({ count, subjects }: Held<HeldBack>) => {
    const [first] = subjects
    if (first === undefined) return
    const { rule, event, resourceId } = first
    const more = count - subjects.length
    const names = [...subjects.map(({ name }) => name), ...(more > 0 ? [`and ${more} more`] : [])]
    for (const recipient of rule.recipients) {
      const service = recipient.kind === 'service' ? recipient.index : null
      const title = `${event}: ${count} more within a minute`
      const payload = { title, message: names.join('\n'), service, recipient: recipientName(recipient) }
      if (recipient.kind !== 'playbook')
        await keepSend(database, { rule, recipient, resourceId, event, status: 'pending', payload })
    }
    onChange({ relation: history, ids: [] })
    wake()
  }

  const take = async (happened: ResourceEvent) => {
    const event = `${happened.kind}.${happened.name}`
    try {
      const concerned = (await rulesNow()).filter(({ events }) => events.includes(event))
      if (concerned.length === 0) return
      for (const id of happened.ids) {
        const subject = await readSubject(database, happened, id)
        if (subject === undefined) continue
        let covered: Promise<string | undefined> | undefined
        const silence = () => (covered ??= silencedBy(database, subject))
        for (const rule of concerned) await decide(rule, subject, event, silence)
      }
      onChange({ relation: history, ids: [] })
      wake()
    } catch (error) {
      rules = undefined
      log.error({ err: error }, `It could not be decided whom to tell of ${event}.`)
    }
  }

  /** Whether what a message waits with is still so. */
  const isStillSo = async ({ source_event: event, resource_id: id }: DueSend): Promise<boolean> => {
    const [kind, name] = event.split('.')
    if (kind !== 'check' && kind !== 'config' && kind !== 'component') return true
    const health = name === 'failed' ? 'unhealthy' : name === 'passed' ? 'healthy' : name
    if (health === 'created' || health === 'updated') return true
    const table = { check: 'checks', config: 'config_items', component: 'components' }[kind]
    const column = kind === 'check' ? 'status' : 'health'
    const { rows } = await database.query<{ health: string | null }>(
      `select ${column} as health from ${table} where id = $1 and deleted_at is null`,
      [id],
    )
    return rows.some((row) => (row.health ?? 'unknown') === health)
  }

  const allowsPrivateRedirects = () => properties.isOn('notifications.redirects.private')

  const sendOne = async (send: DueSend) => {
    if (send.status === 'evaluating-waitfor' && !(await isStillSo(send))) {
      await endSend(database, send.id, { status: 'skipped', error: 'It was over before the waiting time was.' })
      return
    }
    const rule = (await rulesNow()).find(({ id }) => id === send.notification_id)
    const startMs = Date.now()
    const outcome = await deliver(
      { ...options, allowsPrivateRedirects },
      rule,
      recipientOf(rule, send),
      send,
      stopped.signal,
    )
    const durationMs = Date.now() - startMs
    if (outcome.error === null)
      return endSend(database, send.id, { status: 'sent', durationMs, playbookRunId: outcome.playbookRunId })
    const waitMs = backOffMs[send.retries ?? 0]
    if (outcome.isFinal || waitMs === undefined)
      return endSend(database, send.id, { status: 'error', error: outcome.error, durationMs })
    return postpone(database, send.id, outcome.error, Math.max(waitMs, outcome.retryAfterMs ?? 0))
  }

  const sendDue = async () => {
    for (;;) {
      const due = await takeDue(database)
      if (due.length === 0 || stopped.signal.aborted) return
      await Promise.all(due.map(sendOne))
      onChange({ relation: history, ids: due.map(({ id }) => id) })
    }
  }

  const work = async () => {
    let nextMs = idleMs
    try {
      await sendDue()
      nextMs = Math.max(10, Math.min(idleMs, (await nextDueMs(database)) ?? idleMs))
    } catch (error) {
      if (!stopped.signal.aborted) log.error({ err: error }, 'Messages could not be sent; this is tried again.')
    }
    sending = undefined
    if (!stopped.signal.aborted) {
      clearTimeout(timer)
      timer = setTimeout(wake, nextMs)
    }
  }

  function wake(): void {
    if (stopped.signal.aborted) return
    clearTimeout(timer)
    if (sending === undefined) sending = work()
    // What came while messages are being sent is looked for again right after.
    else timer = setTimeout(wake, 50)
  }

  wake()
  return {
    onEvent: (event) => {
      deciding = deciding.then(() => take(event))
    },
    follow: ({ relation }) => {
      if (relation === 'notifications') rules = undefined
    },
    retention: retentionJob(options),
    stop: async () => {
      await deciding
      gate.stop()
      await deciding
      stopped.abort(new Error('The console stops.'))
      clearTimeout(timer)
      await sending?.catch(() => undefined)
    },
  }
}
