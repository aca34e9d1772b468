import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { decisionsRoute } from '#shared/notifications/decision-routes.ts'
import { isId } from '#shared/primitives/id.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { filterVisible } from '#relay/backend/data-api/read-visible.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, invalid } from '#relay/errors/http-error.ts'
import type { RuleDecision } from './decision.ts'
import { loadDecisionRetentionDays } from './decision-retention.ts'
import { canReadSends } from '#relay/backend/notifications/rules/notification-permissions.ts'
import { isNoPush } from '#relay/backend/notifications/push/push-sends.ts'

interface DecisionRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly properties: Properties
}

type Query = z.output<typeof decisionsRoute.query>

interface Row {
  readonly id: string
  readonly event: string
  readonly happened_at: string
  readonly decided_at: string
  readonly resource_kind: string
  readonly resource_id: string
  readonly resource_name: string
  readonly rules: readonly RuleDecision[]
}

interface Send {
  readonly id: string
  readonly parent_id: string | null
  readonly is_fallback: boolean
  readonly status: string
  readonly error: string | null
  readonly recipient: string | null
  readonly created_at: string
  readonly retries: number | null
}

const around = (query: Query): string =>
  query.send_id === undefined
    ? ''
    : `and exists (
         select 1 from notification_send_history as send
          where send.id = $6::uuid and happened_at > send.first_observed - interval '1 hour'
            and rules @> jsonb_build_array(
              jsonb_build_object('send_ids', jsonb_build_array(coalesce(send.payload ->> 'lead', send.id::text))))
            and (send.payload ->> 'lead' is null or send.resource_id = notification_decisions.resource_id))`

const readRows = async (database: Queryable, query: Query): Promise<readonly Row[]> => {
  const { rows } = await database.query<Row>(
    `select id, event, happened_at, decided_at, resource_kind, resource_id, resource_name, rules
       from relay.notification_decisions
      where ($1::uuid is null or resource_id = $1) and ($2::text is null or event = $2)
        and ($3::uuid is null or people @> array[$3::uuid]) and ($4::timestamptz is null or happened_at < $4) ${around(query)}
      order by happened_at desc, id desc limit $5`,
    [
      query.resource_id ?? null,
      query.event ?? null,
      query.person_id ?? null,
      query.before ?? null,
      query.limit + 1,
      ...(query.send_id === undefined ? [] : [query.send_id]),
    ],
  )
  return rows
}

const readSends = async (database: Queryable, ids: readonly string[]): Promise<readonly Send[]> => {
  if (ids.length === 0) return []
  const { rows } = await database.query<Send>(
    `select id, parent_id, parent_id is not null and ${isNoPush} as is_fallback, status, coalesce(error, payload ->> 'held') as error, payload ->> 'recipient' as recipient, created_at, retries
       from notification_send_history where id = any($1::uuid[]) or (parent_id = any($1::uuid[]) and status <> 'inhibited') order by created_at`,
    [ids],
  )
  return rows
}

const shownSend = ({ id, is_fallback, status, error, recipient, created_at, retries }: Send) => ({
  id,
  status,
  error,
  recipient: recipient ?? '',
  created_at,
  retries,
  is_fallback,
})

const shownRule = ({ send_ids: ids, ...decision }: RuleDecision, sends: readonly Send[]) => ({
  ...decision,
  sends: sends.filter(({ id, parent_id: parent }) => ids.includes(id) || ids.includes(parent ?? '')).map(shownSend),
})

export const decisionRoutes: FastifyPluginAsync<DecisionRoutesOptions> = async (
  app,
  { database, people, properties },
) => {
  serve(app, decisionsRoute, async ({ query, viewer }) => {
    const { resource_id: resourceId, person_id: personId, send_id: sendId, limit } = query
    for (const id of [resourceId, personId, sendId])
      if (id !== undefined && !isId(id)) throw invalid(`${id} is not a valid id.`)
    // Without that permission people only see decisions about themselves.
    const readsAll = canReadSends(viewer)
    if (!readsAll && personId !== undefined && personId !== viewer.id) throw new AccessDenied('database.monitor')
    const rows = await readRows(database, query)
    const page = rows.slice(0, limit)
    const shown = await filterVisible(readerFor(people, viewer), page, ({ resource_kind: kind, resource_id: id }) => ({
      kind,
      id,
    }))
    const concerns = ({ recipients }: RuleDecision) =>
      readsAll || recipients.some((recipient) => recipient.people.includes(viewer.id))
    const sends = await readSends(
      database,
      shown.flatMap(({ rules }) => rules.filter(concerns).flatMap(({ send_ids: ids }) => ids)),
    )
    const decisions = shown.map((row) => ({
      id: row.id,
      event: row.event,
      happened_at: row.happened_at,
      decided_at: row.decided_at,
      resource: { kind: row.resource_kind, id: row.resource_id, name: row.resource_name },
      rules: row.rules.filter(concerns).map((rule) => shownRule(rule, sends)),
    }))
    const last = page.at(-1)
    return {
      decisions,
      next: rows.length > limit && last !== undefined ? last.happened_at : null,
      kept_days: await loadDecisionRetentionDays(properties),
    }
  })
}
