import type { z } from 'zod'
import type { SendGroup, sendSummaryRoute } from '#shared/notifications/send-summary-route.ts'
import type { Queryable } from '#relay/database/database.ts'

type SummaryRequest = z.output<typeof sendSummaryRoute.body>
type Summary = z.output<typeof sendSummaryRoute.response>

const columnFilter = (text: string | null | undefined) => {
  const values = (text ?? '').split(',').filter((value) => value !== '')
  const out = values.filter((value) => value.startsWith('!')).map((value) => value.slice(1))
  const within = values.filter((value) => !value.startsWith('!'))
  return [within.length === 0 ? null : within, out] as const
}

// A suppressed row counts its repetitions; a message counts once for each of its resources, and once in the totals.
const times = `case when status in ('silenced', 'repeat-interval', 'inhibited', 'skipped') then count else 1 end`
const isSuppressed = `status in ('silenced', 'repeat-interval', 'inhibited', 'skipped')`
const isFailed = `status in ('error', 'attempting_fallback')`
const isSent = `status = 'sent'`
const isOver = `(${isSuppressed} or ${isFailed} or ${isSent})`

const named = (kind: string, columns: string, relation: string) =>
  `when '${kind}' then (select to_jsonb(thing) from (select ${columns} from ${relation} where id = resource_id) as thing)`

const resource = `case kind
  ${named('config', 'id, name, type, config_class, health', 'config_items')}
  ${named('component', 'id, name, type, icon, health', 'components')}
  ${named('check', 'id, name, type, icon, status, status as health', 'checks')}
  ${named('canary', 'id, name', 'canaries')}
  ${named('incident', `id, incident_id || ' ' || title as name, type, status`, 'incidents')}
  ${named('playbook', `id, coalesce(nullif(title, ''), name) as name, category as type`, 'playbooks')}
end`

const sql = `
  with matching as (
    select send.resource_id, split_part(send.source_event, '.', 1) as kind, send.status, send.count, send.created_at, send.error,
      coalesce(send.first_observed, send.created_at) as first_observed, coalesce(send.payload ->> 'title', send.body) as said,
      send.payload ->> 'lead' is null as is_message
      from notification_send_history as send
      left join notification_send_history_summary as shown on $7 <> '' and shown.id = send.id
     where ($1::text[] is null or send.status = any($1)) and send.status <> all($2::text[])
       and ($3::text[] is null or split_part(send.source_event, '.', 1) = any($3))
       and split_part(send.source_event, '.', 1) <> all($4::text[])
       and ($5::text[] is null or send.source_event = any($5)) and send.source_event <> all($6::text[])
       and ($7 = '' or strpos(lower(concat_ws(' ', shown.resource ->> 'name', send.body, send.error, send.payload ->> 'recipient')), lower($7)) > 0)
       and ($8::timestamptz is null or send.created_at >= $8) and ($9::timestamptz is null or send.created_at <= $9)
  ), grouped as (
    select resource_id, kind,
      coalesce(sum(${times}) filter (where is_message), 0)::int as sends,
      count(*) filter (where is_message and ${isFailed})::int as failed,
      count(*) filter (where is_message and not ${isOver})::int as pending,
      min(first_observed) as first_observed, max(created_at) as last_seen,
      sum(${times})::int as total,
      count(*) filter (where ${isSent})::int as sent,
      count(*) filter (where ${isFailed})::int as error,
      coalesce(sum(count) filter (where ${isSuppressed}), 0)::int as suppressed,
      count(*) filter (where not ${isOver})::int as in_progress,
      (array_agg(coalesce(error, said) order by created_at desc) filter (where coalesce(error, said) is not null))[1] as last_message
      from matching group by resource_id, kind
  ), page as (
    select * from grouped order by last_seen desc, resource_id limit $10 offset $11
  ), reasons as (
    select resource_id, kind, jsonb_object_agg(status, many) as reasons from (
      select resource_id, kind, status, sum(${times})::int as many from matching join page using (resource_id, kind)
       where not ${isSent} group by 1, 2, 3) as each group by 1, 2
  ), hours as (
    select resource_id, kind, jsonb_object_agg(hours_ago, many) as hours from (
      select resource_id, kind, floor(extract(epoch from now() - created_at) / 3600)::int as hours_ago, sum(${times})::int as many
        from matching join page using (resource_id, kind)
       where created_at > now() - interval '1 day' group by 1, 2, 3) as each group by 1, 2
  )
  select
    (select jsonb_build_object('groups', count(*), 'sends', coalesce(sum(sends), 0), 'error', coalesce(sum(failed), 0),
       'in_progress', coalesce(sum(pending), 0), 'suppressed', coalesce(sum(suppressed), 0)) from grouped) as counts,
    coalesce((
      select jsonb_agg(to_jsonb(page) - array['sends', 'failed', 'pending'] || jsonb_build_object(
        'resource', ${resource}, 'reasons', coalesce(reasons, '{}'), 'hours', coalesce(hours, '{}')
      ) order by last_seen desc, resource_id)
        from page left join reasons using (resource_id, kind) left join hours using (resource_id, kind)
    ), '[]') as results`

interface Row extends Omit<SendGroup, 'resource' | 'resource_kind' | 'resource_type' | 'resource_health' | 'hours'> {
  readonly resource_id: string
  readonly kind: string
  readonly hours: Readonly<Record<string, number>>
  readonly resource: (Readonly<Record<string, unknown>> & { readonly name?: string | null }) | null
}

const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const toGroup = ({ resource_id: id, kind, resource: row, hours, ...counts }: Row): SendGroup => ({
  ...counts,
  hours: Array.from({ length: 24 }, (_, hour) => hours[23 - hour] ?? 0),
  resource: { ...row, id },
  resource_kind: kind,
  resource_type: toTextOrNull(row?.['type']),
  resource_health: toTextOrNull(row?.['health']),
})

export const summariseSends = async (database: Queryable, request: SummaryRequest): Promise<Summary> => {
  const { pageIndex, pageSize, search, from, to } = request
  const { rows } = await database.query<{
    counts: Summary['counts'] & { readonly groups: number }
    results: readonly Row[]
  }>(sql, [
    ...columnFilter(request.status),
    ...columnFilter(request.resourceKind),
    ...columnFilter(request.event),
    (search ?? '').trim(),
    from ?? null,
    to ?? null,
    pageSize,
    pageIndex * pageSize,
  ])
  const [row] = rows
  if (row === undefined) throw new Error('summary query returned no row')
  const { groups, ...counts } = row.counts
  return { total: groups, counts, results: row.results.map(toGroup) }
}
