import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { statusPageRoute, statusUpdatesRoute } from '#shared/incidents/status-page-routes.ts'
import { isOver } from '#shared/incidents/incident-values.ts'
import { recordAct } from '#relay/backend/rows/actor.ts'
import type { Database } from '#relay/database/database.ts'

type StatusPage = z.input<(typeof statusPageRoute)['response']>
type StatusUpdates = z.input<(typeof statusUpdatesRoute)['response']>

const mostShown = 100

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

interface Linked {
  readonly incident_id: string
  readonly title: string
  readonly status: string
  readonly opened_at: string
  readonly resolved: string | null
  readonly closed: string | null
  readonly ends_at: string
  readonly is_over: boolean
}

export const readStatusPage = async (database: Database, token: string): Promise<StatusPage | 'unknown' | 'over'> => {
  const linked = await database.query<Linked>(
    `select l.incident_id, i.title, i.status, i.created_at as opened_at, i.resolved, i.closed, l.ends_at,
            l.ends_at <= now() or l.revoked_at is not null as is_over
       from relay.incident_links l join incidents i on i.id = l.incident_id where l.token_hash = $1`,
    [hashToken(token)],
  )
  const [incident] = linked.rows
  if (incident === undefined) return 'unknown'
  if (incident.is_over) return 'over'
  const { rows: updates } = await database.query<{ id: string; at: string; text: string; impact: string }>(
    `select id, created_at as at, said as text, impact from relay.incident_updates where incident_id = $1
      order by created_at desc, id desc limit $2`,
    [incident.incident_id, mostShown],
  )
  const { title, status, opened_at, resolved, closed, ends_at } = incident
  return {
    title,
    status,
    opened_at,
    over_at: isOver(status) ? (resolved ?? closed) : null,
    impact: updates[0]?.impact ?? '',
    updates: updates.map(({ id, at, text }) => ({ id, at, text })),
    ends_at,
  }
}

export const readStatusUpdates = async (database: Database, incidentId: string): Promise<StatusUpdates> => {
  const [updates, links] = await Promise.all([
    database.query<StatusUpdates['updates'][number]>(
      `select u.id, u.created_at as at, u.said as text, u.impact, p.name as by
         from relay.incident_updates u left join people p on p.id = u.created_by
        where u.incident_id = $1 order by u.created_at desc, u.id desc limit $2`,
      [incidentId, mostShown],
    ),
    database.query<StatusUpdates['links'][number]>(
      `select l.id, l.created_at as made_at, p.name as by, coalesce(l.revoked_at, l.ends_at) as ends_at,
              l.ends_at <= now() or l.revoked_at is not null as is_over
         from relay.incident_links l left join people p on p.id = l.created_by
        where l.incident_id = $1 order by l.created_at desc limit $2`,
      [incidentId, mostShown],
    ),
  ])
  return { updates: updates.rows, links: links.rows }
}

const titleSql = '(select title from incidents where incidents.id = incident_links.incident_id)'

interface Act {
  readonly incidentId: string
  readonly personId: string
}

export const addStatusUpdate = async (
  database: Database,
  { incidentId, personId, text, impact }: Act & { readonly text: string; readonly impact: string },
): Promise<string> => {
  const { rows } = await database.query<{ id: string }>(
    `insert into relay.incident_updates (incident_id, said, impact, created_by)
     values ($1, $2, $3, (select id from people where id::text = $4)) returning id`,
    [incidentId, text, impact, personId],
  )
  return rows[0]?.id ?? ''
}

/** Security: the token has 256 bits and only its hash is stored. */
export const makeStatusLink = async (
  database: Database,
  { incidentId, personId, hours }: Act & { readonly hours: number },
): Promise<{ readonly id: string; readonly token: string; readonly ends_at: string }> => {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await database.query<{ id: string; ends_at: string; title: string }>(
    `insert into relay.incident_links (incident_id, token_hash, created_by, ends_at)
     values ($1, $2, (select id from people where id::text = $3), now() + make_interval(hours => $4))
     returning id, ends_at, ${titleSql}`,
    [incidentId, hashToken(token), personId, hours],
  )
  const [link] = rows
  if (link === undefined) throw new Error('The link was not stored.')
  const { title: name, ...made } = link
  const after = { link: made.id, ends_at: made.ends_at }
  await recordAct(database, { personId, action: 'shared', table: 'incidents', id: incidentId, name, after })
  return { ...made, token }
}

export const revokeStatusLink = async (
  database: Database,
  { incidentId, personId, linkId }: Act & { readonly linkId: string },
): Promise<boolean> => {
  const { rows } = await database.query<{ title: string }>(
    `update relay.incident_links set revoked_at = now()
      where id::text = $1 and incident_id = $2 and revoked_at is null and ends_at > now() returning ${titleSql}`,
    [linkId, incidentId],
  )
  const [taken] = rows
  if (taken === undefined) return false
  const after = { link: linkId }
  await recordAct(database, {
    personId,
    action: 'unshared',
    table: 'incidents',
    id: incidentId,
    name: taken.title,
    after,
  })
  return true
}
