import type { SuggestedResource, Suggestions } from '#shared/incidents/suggestions-route.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Queryable } from '#relay/database/database.ts'
import { incidentResourcesSql, type IncidentFacts } from './incident-facts.ts'
import { listVisibleResources } from './visible-resources.ts'

type Similar = Suggestions['similar'][number]
type Playbook = Suggestions['playbooks'][number]

const [similarMost, playbooksMost, runsMost] = [5, 5, 5]
const weighedMost = 200

interface SimilarRow extends Pick<Similar, 'id' | 'number' | 'title' | 'status' | 'opened_at' | 'over_at' | 'score'> {
  readonly shared: readonly { readonly kind: SuggestedResource['kind']; readonly id: string }[]
  readonly causes: Similar['causes']
  readonly solutions: Similar['solutions']
}

const believed = (types: string, statuses: string) => `
  coalesce((select jsonb_agg(jsonb_build_object('title', title, 'status', status) order by status <> 'proven', created_at)
     from hypotheses where incident_id = other.id and type in (${types}) and status in (${statuses})), '[]')`

const similarRows = async (database: Queryable, { id, resources }: IncidentFacts): Promise<readonly SimilarRow[]> => {
  const { rows } = await database.query<SimilarRow>(
    `with own as (select kind, id from jsonb_to_recordset($2::jsonb) as given (kind text, id uuid)),
     met as (
       select distinct incident_id, kind, id from (${incidentResourcesSql}) as all_things
        where incident_id in (
          select incident_id from (${incidentResourcesSql}) as those join own using (kind, id)
           where incident_id <> $1 order by incident_id desc limit ${weighedMost})
     ),
     weighed as (
       select incident_id, count(*) filter (where own.id is not null) as common, count(*) as all_of_it,
              jsonb_agg(jsonb_build_object('kind', met.kind, 'id', met.id)) filter (where own.id is not null) as shared
         from met left join own using (kind, id) group by incident_id
     )
     select other.id, other.incident_id as number, other.title, other.status, other.created_at as opened_at,
            coalesce(other.resolved, other.closed) as over_at, shared,
            common::float8 / (all_of_it + (select count(*) from own) - common) as score,
            ${believed("'root', 'factor'", "'proven', 'likely'")} as causes,
            ${believed("'solution'", "'proven', 'likely'")} as solutions
       from weighed join incidents as other on other.id = weighed.incident_id
      where not exists (select from relay.incident_merges where merged_id = other.id and undone_at is null)
      order by score desc, other.created_at desc limit ${similarMost * 2}`,
    [id, JSON.stringify(resources)],
  )
  return rows
}

export const suggestSimilar = async (
  database: Queryable,
  reader: ViewerReader,
  facts: IncidentFacts,
): Promise<readonly Similar[]> => {
  if (facts.resources.length === 0) return []
  const rows = await similarRows(database, facts)
  const readable = new Set(
    (
      await reader.listRows(
        'incidents',
        'id',
        rows.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  const seen = await listVisibleResources(
    reader,
    rows.flatMap(({ shared }) => shared),
  )
  return rows
    .filter(({ id }) => readable.has(id))
    .slice(0, similarMost)
    .map(({ shared, ...row }) => Object.assign({ shared: shared.flatMap(({ id }) => seen.get(id) ?? []) }, row))
}

interface RunRow {
  readonly id: string
  readonly status: string
  readonly playbook_id: string
  readonly playbook: string
  readonly started_at: string
  readonly incident: string
  readonly over_after_ms: number | null
}

export const suggestPlaybooks = async (
  database: Queryable,
  reader: ViewerReader,
  similar: readonly Similar[],
): Promise<readonly Playbook[]> => {
  if (similar.length === 0) return []
  const { rows } = await database.query<RunRow>(
    `with about as (
       select distinct incident_id, id from (${incidentResourcesSql}) as those where incident_id = any($1::uuid[])
     )
     select distinct on (run.id) run.id, run.status, run.playbook_id, coalesce(playbooks.title, playbooks.name) as playbook,
            run.start_time as started_at, incidents.incident_id as incident,
            case when coalesce(resolved, closed) between run.start_time and run.start_time + interval '2 hours'
                 then (extract(epoch from coalesce(resolved, closed) - run.start_time) * 1000)::float8 end as over_after_ms
       from incidents join playbook_runs as run
         on run.start_time between incidents.created_at and coalesce(resolved, closed, now())
       join playbooks on playbooks.id = run.playbook_id
      where incidents.id = any($1::uuid[]) and run.parent_id is null and (
        exists (select from about where about.incident_id = incidents.id
                   and about.id in (run.check_id, run.component_id, run.config_id))
        or exists (select from evidences join hypotheses on hypotheses.id = hypothesis_id
                    where hypotheses.incident_id = incidents.id and evidence ->> 'playbook_run_id' = run.id::text))
      order by run.id desc limit 100`,
    [similar.map(({ id }) => id)],
  )
  const readable = new Set(
    (
      await reader.listRows(
        'playbook_runs',
        'id',
        rows.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  const byPlaybook = new Map<string, { id: string; name: string; runs: Playbook['runs'] }>()
  for (const { id, status, playbook_id: playbookId, playbook, started_at, incident, over_after_ms } of rows) {
    if (!readable.has(id)) continue
    const known = byPlaybook.get(playbookId) ?? { id: playbookId, name: playbook, runs: [] }
    byPlaybook.set(playbookId, known)
    known.runs.push({ id, status, started_at, incident, over_after_ms })
  }
  const ended = ({ runs }: Playbook) => runs.filter(({ over_after_ms: after }) => after !== null).length
  return [...byPlaybook.values()]
    .toSorted((a, b) => ended(b) - ended(a) || b.runs.length - a.runs.length)
    .slice(0, playbooksMost)
    .map(({ runs, ...playbook }) => Object.assign({ runs: runs.slice(0, runsMost) }, playbook))
}
