import type { z } from 'zod'
import type { EventKind } from '#shared/notifications/notification-values.ts'
import type { silencePreviewRoute, SilencePreview } from '#shared/notifications/silence-route.ts'
import { isWithinWindow } from '#shared/notifications/silence-window.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Queryable } from '#relay/database/database.ts'
import { verdictsOf } from './decide.ts'
import type { Happening } from './event-queue.ts'
import type { NotificationRule } from './rules.ts'
import type { ReadSilence } from './silence-asked.ts'
import { covers, type Silence } from './silences.ts'
import { readSubjects, type Subject } from './subject.ts'

const days = 7
const thingsMost = 500
const messagesMost = 5_000
const relations = { check: 'checks', config: 'config_items', component: 'components' } as const
const kinds = ['check', 'config', 'component'] as const
type Kind = (typeof kinds)[number]

interface Troubled {
  readonly kind: Kind
  readonly id: string
  readonly health: string
}

const readTroubled = async (database: Queryable): Promise<readonly Troubled[]> => {
  const { rows } = await database.query<Troubled>(
    `(select 'check' as kind, id, status as health from checks where deleted_at is null and status = 'unhealthy'
       order by last_transition_time desc nulls last limit ${thingsMost})
     union all
     (select 'config', id, health from config_items where deleted_at is null and health in ('unhealthy', 'warning')
       order by updated_at desc nulls last limit ${thingsMost})
     union all
     (select 'component', id, health from components where deleted_at is null and health in ('unhealthy', 'warning')
       order by updated_at desc nulls last limit ${thingsMost})`,
  )
  return rows
}

interface Told {
  readonly resource_id: string
  readonly event: string
  readonly rule_id: string
  readonly rule: string
  readonly at: string
}

const readTold = async (database: Queryable): Promise<readonly Told[]> => {
  const { rows } = await database.query<Told>(
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

const kindOf = (event: string): Kind => kinds.find((kind) => event.startsWith(`${kind}.`)) ?? 'check'
const eventOf = ({ kind, health }: Troubled): string => (kind === 'check' ? 'check.failed' : `${kind}.${health}`)
const happeningOf = (kind: EventKind, id: string, event: string): Happening => ({
  id: `${event} ${id}`,
  event,
  kind,
  about: { id },
  at: '',
  attempts: 0,
})

/** Those of the things that somebody may see. */
const seenOf = async (reader: ViewerReader, happenings: readonly Happening[]): Promise<readonly Happening[]> => {
  const seen = new Set<string>()
  for (const kind of kinds) {
    const ids = [...new Set(happenings.filter((each) => each.kind === kind).map(({ about }) => about.id))]
    if (ids.length === 0) continue
    for (const { id } of await reader.rowsOf(relations[kind], 'id', ids)) if (typeof id === 'string') seen.add(id)
  }
  return happenings.filter(({ about }) => seen.has(about.id))
}

export interface PreviewDeps {
  readonly database: Queryable
  readonly reader: ViewerReader
  readonly rules: readonly NotificationRule[]
}

/** What a silence does to what is in trouble now, and would have done to what was told of in the last week. */
export const previewSilence = async (
  { database, reader, rules }: PreviewDeps,
  asked: z.output<typeof silencePreviewRoute.body>,
  { from, until, filter, selectors, idOf }: ReadSilence,
): Promise<SilencePreview> => {
  const silence: Silence = {
    id: 'preview',
    name: '',
    filter,
    selectors: selectors.map((each) => ({ ...each })),
    error: null,
    recursive: asked.recursive ?? false,
    config_id: idOf('config'),
    check_id: idOf('check'),
    canary_id: idOf('canary'),
    component_id: idOf('component'),
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    window: asked.window ?? null,
  }
  const [troubled, told] = [await readTroubled(database), await readTold(database)]
  const now = troubled.map((each) => happeningOf(each.kind, each.id, eventOf(each)))
  const past = [...new Map(told.map((each) => [`${each.event} ${each.resource_id}`, each])).values()].map((each) =>
    happeningOf(kindOf(each.event), each.resource_id, each.event),
  )
  const all = new Map([...past, ...now].map((each) => [each.id, each]))
  const visible = await seenOf(reader, [...all.values()])
  const subjects = await readSubjects(database, visible)
  const covered = new Map<string, Subject>()
  for (const { id } of visible) {
    const subject = subjects.get(id)
    if (subject !== undefined && (await covers(silence, subject))) covered.set(id, subject)
  }
  const { window } = silence
  const shown = new Set(visible.map(({ id }) => id))
  const seen = told.filter(({ event, resource_id: id }) => shown.has(`${event} ${id}`))
  const muted = seen.filter(
    ({ event, resource_id: id, at }) =>
      covered.has(`${event} ${id}`) && (window === null || isWithinWindow(window, Date.parse(at))),
  )
  const mutedNow = now.flatMap(({ id, kind }) => {
    const subject = covered.get(id)
    return subject === undefined ? [] : [{ happening: id, kind: kind as Kind, subject }]
  })
  return {
    muted_now: mutedNow.map(({ kind, subject }) => thingOf(kind, subject)),
    would_have_muted: grouped(muted, covered),
    messages: {
      muted: muted.length,
      all: seen.length,
      since: new Date(Date.now() - days * 86_400_000).toISOString(),
    },
    fires_at_end: await firing(rules, mutedNow),
    is_cut:
      told.length >= messagesMost ||
      kinds.some((kind) => troubled.filter((each) => each.kind === kind).length >= thingsMost),
  }
}

const thingOf = (kind: Kind, { target }: Subject) => ({
  kind,
  id: target.id,
  name: target.name,
  health: target.health ?? 'unknown',
})

const grouped = (muted: readonly Told[], covered: ReadonlyMap<string, Subject>): SilencePreview['would_have_muted'] => {
  const byThing = new Map<string, Told[]>()
  for (const each of muted) {
    const key = `${each.event} ${each.resource_id}`
    const known = byThing.get(key)
    if (known === undefined) byThing.set(key, [each])
    else known.push(each)
  }
  return [...byThing].flatMap(([key, each]) => {
    const subject = covered.get(key)
    const [latest] = each
    const earliest = each.at(-1)
    if (subject === undefined || latest === undefined || earliest === undefined) return []
    const rules = new Map(each.map(({ rule_id: id, rule: name }) => [id, { id, name }]))
    const { id, name } = subject.target
    return [
      {
        resource: { kind: kindOf(latest.event), id, name },
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
  things: readonly { readonly happening: string; readonly kind: Kind; readonly subject: Subject }[],
): Promise<SilencePreview['fires_at_end']> => {
  const fires: SilencePreview['fires_at_end'] = []
  for (const { happening, kind, subject } of things) {
    const event = happening.split(' ')[0] ?? ''
    const waiting = rules.filter(({ events }) => events.includes(event))
    const verdicts = await verdictsOf(waiting, subject)
    const telling = waiting.filter(({ id }) => verdicts.get(id)?.passes !== false)
    if (telling.length > 0)
      fires.push({
        resource: thingOf(kind, subject),
        event,
        rules: telling.map(({ id, name }) => ({ id, name })),
      })
  }
  return fires
}
