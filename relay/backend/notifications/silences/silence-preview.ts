import type { z } from 'zod'
import type { silencePreviewRoute, SilencePreview } from '#shared/notifications/silence-route.ts'
import { isWithinWindow } from '#shared/notifications/silence-window.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { filterVisible } from '#relay/backend/data-api/read-visible.ts'
import type { Queryable } from '#relay/database/database.ts'
import { evaluateFilters } from '#relay/backend/notifications/rules/evaluate-filters.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { ReadSilence } from './read-silence.ts'
import { covers, type Silence } from './silences.ts'
import { readSubjects, type Subject } from '#relay/backend/notifications/events/subject.ts'

const days = 7
const resourcesMax = 500
const messagesMost = 5_000
const kinds = ['check', 'config', 'component'] as const
type Kind = (typeof kinds)[number]

interface UnhealthyResource {
  readonly kind: Kind
  readonly id: string
  readonly health: string
}

const readUnhealthy = async (database: Queryable): Promise<readonly UnhealthyResource[]> => {
  const { rows } = await database.query<UnhealthyResource>(
    `(select 'check' as kind, id, status as health from checks where deleted_at is null and status = 'unhealthy'
       order by last_transition_time desc nulls last limit ${resourcesMax})
     union all
     (select 'config', id, health from config_items where deleted_at is null and health in ('unhealthy', 'warning')
       order by updated_at desc nulls last limit ${resourcesMax})
     union all
     (select 'component', id, health from components where deleted_at is null and health in ('unhealthy', 'warning')
       order by updated_at desc nulls last limit ${resourcesMax})`,
  )
  return rows
}

interface SentMessage {
  readonly resource_id: string
  readonly event: string
  readonly rule_id: string
  readonly rule: string
  readonly at: string
}

const readSent = async (database: Queryable): Promise<readonly SentMessage[]> => {
  const { rows } = await database.query<SentMessage>(
    `select send.resource_id, send.source_event as event, send.notification_id as rule_id, notifications.name as rule,
       send.first_observed as at
       from notification_send_history as send join notifications on notifications.id = send.notification_id
      where send.created_at > now() - interval '${days} days' and send.parent_id is null
        and send.status in ('sent', 'pending', 'error', 'evaluating-waitfor', 'attempting_fallback')
        and split_part(send.source_event, '.', 1) in ('check', 'config', 'component')
      order by send.created_at desc limit ${messagesMost}`,
  )
  return rows
}

const parseKind = (event: string): Kind => kinds.find((kind) => event.startsWith(`${kind}.`)) ?? 'check'
const toEvent = ({ kind, health }: UnhealthyResource): string =>
  kind === 'check' ? 'check.failed' : `${kind}.${health}`
const toSubjectEvent = (kind: Kind, id: string, event: string) => ({ id: `${event} ${id}`, event, kind, about: { id } })

interface PreviewDeps {
  readonly database: Queryable
  readonly reader: ViewerReader
  readonly rules: readonly NotificationRule[]
}

export const previewSilence = async (
  { database, reader, rules }: PreviewDeps,
  request: z.output<typeof silencePreviewRoute.body>,
  { from, until, filter, selectors, findId }: ReadSilence,
): Promise<SilencePreview> => {
  const silence: Silence = {
    id: 'preview',
    name: '',
    filter,
    selectors: selectors.map((each) => ({ ...each })),
    error: null,
    recursive: request.recursive ?? false,
    config_id: findId('config'),
    check_id: findId('check'),
    canary_id: findId('canary'),
    component_id: findId('component'),
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    window: request.window ?? null,
  }
  const [unhealthy, sent] = [await readUnhealthy(database), await readSent(database)]
  const now = unhealthy.map((each) => toSubjectEvent(each.kind, each.id, toEvent(each)))
  const past = [...new Map(sent.map((each) => [`${each.event} ${each.resource_id}`, each])).values()].map((each) =>
    toSubjectEvent(parseKind(each.event), each.resource_id, each.event),
  )
  const all = new Map([...past, ...now].map((each) => [each.id, each]))
  const visible = await filterVisible(reader, [...all.values()], ({ kind, about }) => ({ kind, id: about.id }))
  const subjects = await readSubjects(database, visible)
  const covered = new Map<string, Subject>()
  for (const { id } of visible) {
    const subject = subjects.get(id)
    if (subject !== undefined && (await covers(database, silence, subject))) covered.set(id, subject)
  }
  const { window } = silence
  const shown = new Set(visible.map(({ id }) => id))
  const seen = sent.filter(({ event, resource_id: id }) => shown.has(`${event} ${id}`))
  const muted = seen.filter(
    ({ event, resource_id: id, at }) =>
      covered.has(`${event} ${id}`) && (window === null || isWithinWindow(window, Date.parse(at))),
  )
  const mutedNow = now.flatMap(({ id, event, kind }) => {
    const subject = covered.get(id)
    return subject === undefined ? [] : [{ event, kind, subject }]
  })
  return {
    muted_now: mutedNow.map(({ kind, subject }) => toResource(kind, subject)),
    would_have_muted: grouped(muted, covered),
    messages: {
      muted: muted.length,
      all: seen.length,
      since: new Date(Date.now() - days * dayMs).toISOString(),
    },
    fires_at_end: await firing(rules, mutedNow),
    is_cut:
      sent.length >= messagesMost ||
      kinds.some((kind) => unhealthy.filter((each) => each.kind === kind).length >= resourcesMax),
  }
}

const toResource = (kind: Kind, { target }: Subject) => ({
  kind,
  id: target.id,
  name: target.name,
  health: target.health ?? 'unknown',
})

const grouped = (
  muted: readonly SentMessage[],
  covered: ReadonlyMap<string, Subject>,
): SilencePreview['would_have_muted'] => {
  const byResource = groupedBy(muted, (each) => `${each.event} ${each.resource_id}`)
  return [...byResource].flatMap(([key, each]) => {
    const subject = covered.get(key)
    const [latest] = each
    const earliest = each.at(-1)
    if (subject === undefined || latest === undefined || earliest === undefined) return []
    const rules = new Map(each.map(({ rule_id: id, rule: name }) => [id, { id, name }]))
    const { id, name } = subject.target
    return [
      {
        resource: { kind: parseKind(latest.event), id, name },
        event: latest.event,
        messages: each.length,
        first: earliest.at,
        last: latest.at,
        rules: [...rules.values()],
      },
    ]
  })
}

const firing = async (
  rules: readonly NotificationRule[],
  resources: readonly { readonly event: string; readonly kind: Kind; readonly subject: Subject }[],
): Promise<SilencePreview['fires_at_end']> => {
  const fires: SilencePreview['fires_at_end'] = []
  for (const { event, kind, subject } of resources) {
    const waiting = rules.filter(({ events }) => events.includes(event))
    const verdicts = await evaluateFilters(waiting, subject)
    const notifying = waiting.filter(({ id }) => verdicts.get(id)?.passes !== false)
    if (notifying.length > 0)
      fires.push({
        resource: toResource(kind, subject),
        event,
        rules: notifying.map(({ id, name }) => ({ id, name })),
      })
  }
  return fires
}
