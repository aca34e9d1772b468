import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import { cut } from '#relay/backend/clients/senders/sender.ts'
import { queueRequests } from '#relay/backend/incidents/outward/outward-asks.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import type { Queryable } from '#relay/database/database.ts'
import { toExpressionValues } from './matching-failures.ts'
import type { IncidentRule } from './read-rules.ts'
import { addMembers } from './rule-incidents.ts'
import type { Failure } from './failure.ts'

const titleMax = 1_000
const namedMax = 20

const predicates = { check: 'fails', component: 'is unhealthy', config: 'is unhealthy' } as const
const plural = { check: 'checks fail', component: 'components are unhealthy', config: 'items are unhealthy' } as const

export const usualTitle = (
  failures: readonly Pick<Failure, 'kind' | 'name' | 'groupName'>[],
  count = failures.length,
): string => {
  const [first] = failures
  if (first === undefined) return 'Incident'
  if (count === 1) return `${first.name} ${predicates[first.kind]}`
  const kinds = new Set(failures.map(({ kind }) => kind))
  const groups = new Set(failures.map(({ groupName }) => groupName))
  const subject = kinds.size === 1 ? plural[first.kind] : 'resources are failing'
  return `${count} ${subject}${groups.size === 1 && first.groupName !== '' ? ` in ${first.groupName}` : ''}`
}

const usualDescription = (rule: IncidentRule, failures: readonly Failure[]): string => {
  const named = failures.slice(0, namedMax).map(({ name, message }) => (message === '' ? name : `${name}: ${message}`))
  const more = failures.length - named.length
  return [`Opened by the rule ${rule.name}.`, ...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

/** Falls back to the default if the template fails: the incident must be opened regardless. */
const render = async (rule: IncidentRule, source: string | undefined, values: unknown, usual: string) => {
  if (source === undefined || source === '') return usual
  const rendered = await evaluate({ template: source }, values, { owner: rule.id }).catch(() => usual)
  return typeof rendered === 'string' && rendered.trim() !== '' ? rendered : usual
}

const findOwners = async (database: Queryable, owner: string) => {
  const person = await database.query<{ id: string }>(
    `select id from people where deleted_at is null and $1 in (id::text, name, email) order by email = $1 desc limit 1`,
    [owner],
  )
  const team = await database.query<{ id: string }>(
    `select id from teams where deleted_at is null and $1 in (id::text, name) limit 1`,
    [owner],
  )
  return { person: person.rows[0]?.id ?? null, team: team.rows[0]?.id ?? null }
}

const addResponders = async (database: Queryable, rule: IncidentRule, incidentId: string, teamId: string | null) => {
  const outside = Object.entries(rule.spec.responders ?? {}).flatMap(([responderType, all]) =>
    (all ?? []).map((properties) => ({ type: 'system', team_id: null, properties: { responderType, ...properties } })),
  )
  const team = teamId === null ? [] : [{ type: 'person', team_id: teamId, properties: null }]
  if (outside.length + team.length === 0) return
  const { rows } = await database.query<{ id: string; type: string }>(
    `insert into responders (incident_id, type, team_id, properties, created_by)
     select $1, type, team_id, properties, $2 from jsonb_to_recordset($3::jsonb) as given (type text, team_id uuid, properties jsonb)
     returning id, type`,
    [incidentId, consolePersonId, JSON.stringify([...team, ...outside])],
  )
  await queueRequests(
    database,
    rows.flatMap(({ id, type }) => (type === 'system' ? [id] : [])),
  )
}

export const openIncident = async (
  database: Queryable,
  rule: IncidentRule,
  { group, failures, nowMs }: { readonly group: string; readonly failures: readonly Failure[]; readonly nowMs: number },
): Promise<string> => {
  const [first] = failures
  if (first === undefined) throw new Error('incident without failures')
  const { template = {}, autoAssignOwner } = rule.spec
  const values = {
    ...toExpressionValues(first, nowMs),
    count: failures.length,
    names: failures.map(({ name }) => name),
  }
  const title = cut(await render(rule, template.title, values, usualTitle(failures)), titleMax)
  const description = await render(rule, template.description, values, usualDescription(rule, failures))
  const owner = autoAssignOwner === true && first.owner !== '' ? await findOwners(database, first.owner) : null
  const { rows } = await database.query<{ id: string }>(
    `insert into incidents (title, description, type, status, severity, incident_rule_id, commander_id, communicator_id, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      title,
      description,
      template.type ?? 'availability',
      template.status ?? 'open',
      template.severity ?? 'high',
      rule.id,
      template.commander_id ?? owner?.person ?? null,
      template.communicator_id ?? null,
      template.created_by ?? consolePersonId,
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no incident was written')
  await database.query(
    'insert into relay.rule_incidents (incident_id, rule_id, group_key, title) values ($1, $2, $3, $4)',
    [id, rule.id, group, title],
  )
  await database.query(
    `insert into hypotheses (incident_id, type, title, status, created_by) values ($1, 'root', $2, 'possible', $3)`,
    [id, cut(usualTitle(failures), titleMax), consolePersonId],
  )
  await addMembers(database, id, failures)
  await addResponders(database, rule, id, owner?.team ?? null)
  return id
}
