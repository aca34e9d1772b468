import type { Viewer } from '#shared/access/viewer.ts'
import { isOver } from '#shared/incidents/incident-values.ts'
import type { Cut, Observed } from '#shared/incidents/timeline-parts.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Queryable } from '#relay/database/database.ts'
import { createTurnReader, type TurnWindow } from './check-turns.ts'

interface NewestLines {
  readonly lines: readonly Observed[]
  readonly cut: readonly Cut[]
}

export const takeNewest = (lines: readonly Observed[], most: number): NewestLines => {
  const newest = lines.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, most)
  const oldest = newest.at(-1)
  return {
    lines: newest,
    cut: lines.length <= most || oldest === undefined ? [] : [{ about: oldest.about, before: oldest.at }],
  }
}

const before = '1 hour'
const [liveMost, wholeMost] = [200, 10_000]

interface IncidentScope extends TurnWindow {
  readonly configs: readonly string[]
  readonly components: readonly string[]
  readonly changes: readonly string[]
  readonly runs: readonly string[]
  readonly most: number
}

const readScope = async (database: Queryable, incidentId: string): Promise<Omit<IncidentScope, 'most'> | null> => {
  const { rows } = await database.query<Omit<IncidentScope, 'to' | 'most'> & { status: string; ended: string | null }>(
    `select array_agg(distinct e.check_id) filter (where e.check_id is not null) as checks,
            array_agg(distinct coalesce(e.config_id, c.config_id, a.config_id))
              filter (where coalesce(e.config_id, c.config_id, a.config_id) is not null) as configs,
            array_agg(distinct e.component_id) filter (where e.component_id is not null) as components,
            array_agg(distinct e.config_change_id) filter (where e.config_change_id is not null) as changes,
            array_agg(distinct e.evidence ->> 'playbook_run_id')
              filter (where e.evidence ->> 'playbook_run_id' is not null) as runs,
            i.created_at - interval '${before}' as from, i.status, coalesce(i.resolved, i.closed) as ended
       from incidents i
       left join hypotheses h on h.incident_id = i.id
       left join evidences e on e.hypothesis_id = h.id
       left join config_changes c on c.id = e.config_change_id
       left join config_analysis a on a.id = e.config_analysis_id
      where i.id = $1 group by i.id`,
    [incidentId],
  )
  const [row] = rows
  if (row === undefined) return null
  const { status, ended, from } = row
  return {
    checks: row.checks ?? [],
    configs: row.configs ?? [],
    components: row.components ?? [],
    changes: row.changes ?? [],
    runs: row.runs ?? [],
    from,
    to: isOver(status) ? ended : null,
  }
}

const readRuns = async (database: Queryable, scope: IncidentScope): Promise<readonly Observed[]> => {
  const { checks, configs, components, runs, from, to, most } = scope
  const { rows } = await database.query<Observed>(
    `with found as (
       select r.*, coalesce(nullif(p.title, ''), p.name) as playbook, people.name as who,
              coalesce(case when r.id::text = any($5) then r.id end, r.check_id, r.config_id, r.component_id) as thing_id
         from playbook_runs r
         join playbooks p on p.id = r.playbook_id
         left join people on people.id = r.created_by
        where r.id::text = any($5)
           or (r.created_at >= $4 and r.created_at <= coalesce($6, now()) and r.parent_id is null
               and (r.check_id = any($1::uuid[]) or r.config_id = any($2::uuid[]) or r.component_id = any($3::uuid[])))
        order by r.created_at desc limit ${most})
     select id || ' began' as id, 'run' as about, created_at as at, who, playbook as name, '' as says, null as went,
            id as ref, null as config_id, thing_id from found
     union all
     select id || ' ended', 'run', end_time, who, playbook, left(coalesce(error, ''), 500),
            case status when 'completed' then 'well' else 'badly' end, id, null, thing_id
       from found where end_time is not null`,
    [checks, configs, components, from, runs, to],
  )
  return rows
}

const readChanges = async (database: Queryable, scope: IncidentScope): Promise<readonly Observed[]> => {
  const { configs, changes, from, to, most } = scope
  if (configs.length === 0) return []
  const { rows } = await database.query<Observed>(
    `select c.id, 'change' as about, c.created_at as at, c.external_created_by as who, i.name,
            left(concat_ws(': ', c.change_type, nullif(c.summary, '')), 500) as says, null as went, c.id as ref, c.config_id,
            c.config_id as thing_id
       from config_changes c join config_items i on i.id = c.config_id
      where c.id = any($1::uuid[])
         or (c.config_id = any($2::uuid[]) and c.created_at >= $3 and c.created_at <= coalesce($4, now()))
      order by c.created_at desc limit ${most}`,
    [changes, configs, from, to],
  )
  return rows
}

const readSends = async (
  database: Queryable,
  incidentId: string,
  scope: IncidentScope,
): Promise<readonly Observed[]> => {
  const { checks, configs, components, from, to, most } = scope
  const { rows } = await database.query<Observed>(
    `select s.id, 'send' as about, s.created_at as at, null as who,
            coalesce(people.name, teams.name, s.payload ->> 'recipient', notifications.name) as name,
            left(coalesce(s.payload ->> 'title', ''), 500) as says,
            case s.status when 'sent' then 'well' else 'badly' end as went, s.id as ref, null as config_id,
            s.resource_id as thing_id
       from notification_send_history s
       join notifications on notifications.id = s.notification_id
       left join people on people.id = s.person_id
       left join teams on teams.id = s.team_id
      where s.resource_id = any($1::uuid[]) and s.status in ('sent', 'error') and s.created_at >= $2
        -- A push goes beside a message to the same person.
        and s.payload ->> 'recipientKind' is distinct from 'push'
        and s.created_at <= coalesce($3::timestamptz, now()) + interval '5 minutes'
      order by s.created_at desc limit ${most}`,
    [[incidentId, ...checks, ...configs, ...components], from, to],
  )
  return rows
}

const readUpdates = async (
  database: Queryable,
  incidentId: string,
  { most }: IncidentScope,
): Promise<readonly Observed[]> => {
  const { rows } = await database.query<Observed>(
    `select u.id, 'update' as about, u.created_at as at, people.name as who, u.impact as name, u.said as says, null as went,
            u.id as ref, null as config_id, u.incident_id as thing_id
       from relay.incident_updates u left join people on people.id = u.created_by
      where u.incident_id = $1 order by u.created_at desc limit ${most}`,
    [incidentId],
  )
  return rows
}

const relations = {
  check: 'checks',
  change: 'config_changes',
  run: 'playbook_runs',
  send: 'notification_send_history',
} as const

interface VisibleResources {
  readonly observed: readonly Observed[]
  readonly cut: readonly Cut[]
}

export const createObservedReader = (database: Queryable, people: People) => {
  const readNewestTurns = createTurnReader(database, liveMost + 1)
  return async (incidentId: string, viewer: Viewer, isWhole: boolean): Promise<VisibleResources> => {
    const found = await readScope(database, incidentId)
    if (found === null) return { observed: [], cut: [] }
    const limit = isWhole ? wholeMost : liveMost
    const scope = { ...found, most: limit + 1 }
    const readTurns = isWhole ? createTurnReader(database, scope.most) : readNewestTurns
    const reader = readerFor(people, viewer)
    const seen = await Promise.all(
      [
        readTurns(incidentId, scope),
        readRuns(database, scope),
        readChanges(database, scope),
        readSends(database, incidentId, scope),
        readUpdates(database, incidentId, scope),
      ].map(async (reading) => {
        const { lines, cut } = takeNewest(await reading, limit)
        const [first] = lines
        if (first === undefined || first.about === 'update') return { lines, cut }
        const ids = lines.map(({ ref }) => ref)
        const readable = new Set((await reader.listRows(relations[first.about], 'id', ids)).map(({ id }) => String(id)))
        const shown = lines.filter(({ ref }) => readable.has(ref))
        return { lines: shown, cut: shown.length === 0 ? [] : cut }
      }),
    )
    return { observed: seen.flatMap(({ lines }) => lines), cut: seen.flatMap(({ cut }) => cut) }
  }
}
