import type { EventKind } from '#shared/notifications/notification-values.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { Queryable } from '#relay/database/database.ts'
import { createEventValues, findEventHealth, type Target } from './event-values.ts'
import type { SubjectEvent } from './event-queue.ts'

type Row = Readonly<Record<string, unknown>>

export interface Subject {
  readonly kind: EventKind
  readonly target: Target
  readonly within: {
    readonly config: readonly string[]
    readonly component: readonly string[]
    readonly check: readonly string[]
    readonly canary: readonly string[]
  }
  /** Parents, at any distance, of the items and components that a check is tied to. */
  readonly above: {
    readonly config: readonly string[]
    readonly component: readonly string[]
  }
  readonly environment: Row
  readonly runId: string | null
  /** Seconds until the event ended it. */
  readonly failedFor?: number | undefined
}

interface Found extends Omit<Target, 'labels' | 'tags' | 'agent'> {
  readonly labels: Record<string, string> | null
  readonly tags: Record<string, string> | null
  readonly agent: Target['agent']
  readonly canary?: Row | null
  /** The latest result and the latest with the other outcome, newest first. */
  readonly results?: readonly Row[]
  readonly recent_events?: readonly unknown[] | null
  readonly components?: readonly string[]
  readonly configs?: readonly string[]
  readonly above_components?: readonly string[]
  readonly above_configs?: readonly string[]
}

const agent = (of: string) =>
  `(select jsonb_build_object('id', agents.id, 'name', agents.name) from agents where agents.id = ${of}.agent_id) as agent`

const statements: Readonly<Record<EventKind, string>> = {
  check: `
    select checks.id, checks.name, checks.type,
      coalesce(checks.namespace, canaries.namespace) as namespace, checks.status, checks.status as health, checks.labels,
      null::jsonb as tags, to_jsonb(checks) - 'spec' as row, to_jsonb(canaries) - 'spec' - 'annotations' as canary,
      array(
        select to_jsonb(latest) from (
          select distinct on (status) * from (
            select check_id, status, message, error, time, duration, details from check_statuses
             where check_id = checks.id order by time desc limit 50) as recent
           order by status, time desc) as latest
         order by time desc) as results, ${agent('checks')},
      array(select component_id from check_component_relationships as tie
             where tie.check_id = checks.id and tie.deleted_at is null) as components,
      array(select config_id from check_config_relationships as tie
             where tie.check_id = checks.id and tie.deleted_at is null) as configs,
      array(select path from check_component_relationships as tie join components on components.id = tie.component_id
             where tie.check_id = checks.id and tie.deleted_at is null and path <> '') as above_components,
      array(select path from check_config_relationships as tie join config_items on config_items.id = tie.config_id
             where tie.check_id = checks.id and tie.deleted_at is null and path <> '') as above_configs
      from checks join canaries on canaries.id = checks.canary_id
     where checks.id = any($1::uuid[]) and checks.deleted_at is null`,
  config: `
    select id, name, type, tags ->> 'namespace' as namespace, status, health, labels, tags, to_jsonb(config_items) as row,
      array(
        select jsonb_build_object('id', id, 'change_type', change_type, 'severity', severity, 'source', source,
                 'summary', summary, 'created_at', created_at)
          from config_changes where config_id = config_items.id order by created_at desc limit 10) as recent_events,
      ${agent('config_items')}
      from config_items where id = any($1::uuid[])`,
  component: `
    select id, name, type, namespace, status, health, labels, null::jsonb as tags, to_jsonb(components) as row,
      ${agent('components')}
      from components where id = any($1::uuid[]) and deleted_at is null`,
  incident: `
    select id, incident_id || ' ' || title as name, type, null as namespace, status, null as health, null::jsonb as labels,
      null::jsonb as tags, to_jsonb(incidents) as row, null::jsonb as agent
      from incidents where id = any($1::uuid[])`,
  playbook: `
    select id, coalesce(nullif(title, ''), name) as name, category as type, namespace, null as status, null as health,
      null::jsonb as labels, null::jsonb as tags, to_jsonb(playbooks) - 'spec' as row, null::jsonb as agent
      from playbooks where id = any($1::uuid[]) and deleted_at is null`,
}

const partStatements: readonly (readonly [prefix: string, name: string, sql: string])[] = [
  [
    'incident.responder.',
    'responder',
    'select id, incident_id as owner, to_jsonb(responders) as row from responders where id = any($1::uuid[])',
  ],
  [
    'incident.comment.',
    'comment',
    `select comments.id, incident_id as owner, to_jsonb(comments) as row,
         jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email) as author
       from comments left join people on people.id = comments.created_by where comments.id = any($1::uuid[])`,
  ],
  [
    'incident.dod.',
    'evidence',
    `select evidences.id, hypotheses.incident_id as owner, to_jsonb(evidences) as row,
         to_jsonb(hypotheses) as hypothesis
       from evidences join hypotheses on hypotheses.id = evidences.hypothesis_id where evidences.id = any($1::uuid[])`,
  ],
  [
    'playbook.approval.',
    'approval',
    `select playbook_approvals.id, playbook_runs.playbook_id as owner, to_jsonb(playbook_approvals) as row, run_id as run
       from playbook_approvals join playbook_runs on playbook_runs.id = playbook_approvals.run_id
      where playbook_approvals.id = any($1::uuid[])`,
  ],
]

interface Part {
  readonly owner: string
  readonly name: string
  readonly row: Row
  readonly author: Row | null
  readonly hypothesis: Row | null
  readonly runId: string | null
}

interface PartRow extends Pick<Part, 'owner' | 'row'> {
  readonly id: string
  readonly author?: Row | null
  readonly hypothesis?: Row | null
  readonly run?: string
}

const readParts = async (database: Queryable, events: readonly SubjectEvent[]): Promise<ReadonlyMap<string, Part>> => {
  const parts = new Map<string, Part>()
  for (const [prefix, name, sql] of partStatements) {
    const ids = events.filter(({ event }) => event.startsWith(prefix)).map(({ about }) => about.id)
    if (ids.length === 0) continue
    const { rows } = await database.query<PartRow>(sql, [ids])
    for (const { id, owner, row, author = null, hypothesis = null, run = null } of rows)
      parts.set(id, { owner, name, row, author, hypothesis, runId: run })
  }
  return parts
}

const splitPath = (path: unknown): readonly string[] =>
  typeof path === 'string' ? path.split(/[./]/).filter((part) => part !== '') : []

/** A check can have another result by the time its event is read. */
const findResult = (results: readonly Row[], health: string | undefined): Row | null =>
  results.find(({ status }) => health !== undefined && status === (health === 'healthy')) ?? results[0] ?? null

const toSubject = ({ event, kind, about }: SubjectEvent, found: Found, part: Part | undefined): Subject => {
  const {
    agent: agentRow,
    canary,
    results = [],
    recent_events: recentEvents = null,
    components = [],
    configs = [],
    above_components: componentPaths = [],
    above_configs: configPaths = [],
    labels,
    tags,
    ...base
  } = found
  const health = findEventHealth(event)
  const state = health === undefined ? {} : kind === 'check' ? { status: health, health } : { health }
  const target: Target = {
    ...base,
    ...state,
    row: { ...base.row, ...state },
    labels: labels ?? {},
    tags: tags ?? labels ?? {},
    agent: agentRow?.id === localAgent ? null : agentRow,
  }
  const above = splitPath(target.row['path'])
  const canaryId = target.row['canary_id']
  return {
    kind,
    target,
    within: {
      config: kind === 'config' ? [base.id, ...above] : configs,
      component: kind === 'component' ? [base.id, ...above] : components,
      check: kind === 'check' ? [base.id] : [],
      canary: typeof canaryId === 'string' ? [canaryId] : [],
    },
    above: { config: configPaths.flatMap(splitPath), component: componentPaths.flatMap(splitPath) },
    environment: createEventValues({
      event,
      kind,
      target: { ...target, tags: tags ?? {} },
      agent: agentRow,
      canary,
      parts: part === undefined ? null : { author: part.author, hypothesis: part.hypothesis, [part.name]: part.row },
      checkStatus: findResult(results, health),
      recentEvents,
    }),
    runId: part?.runId ?? null,
    failedFor: about.failed_for ?? undefined,
  }
}

export const readSubjects = async (
  database: Queryable,
  events: readonly SubjectEvent[],
): Promise<ReadonlyMap<string, Subject>> => {
  const parts = await readParts(database, events)
  const findOwnerId = ({ about }: SubjectEvent) => parts.get(about.id)?.owner ?? about.id
  const found = new Map<string, Found>()
  for (const kind of new Set(events.map((each) => each.kind))) {
    const ids = events.filter((each) => each.kind === kind).map(findOwnerId)
    const { rows } = await database.query<Found>(statements[kind], [[...new Set(ids)]])
    for (const row of rows) found.set(`${kind} ${row.id}`, row)
  }
  return new Map(
    events.flatMap((each) => {
      const row = found.get(`${each.kind} ${findOwnerId(each)}`)
      if (row === undefined) return []
      return [[each.id, toSubject(each, row, parts.get(each.about.id))] as const]
    }),
  )
}

const aboveByResource = new WeakMap<Subject, Promise<readonly Target[]>>()

const loadAbove = async (database: Queryable, { target, within, above }: Subject): Promise<readonly Target[]> => {
  const events = (['config', 'component'] as const).flatMap((kind) =>
    [...new Set([...within[kind], ...above[kind]])]
      .filter((id) => id !== target.id)
      .map((id) => ({ id: `${kind} ${id}`, event: kind, kind, about: { id } })),
  )
  return Array.from((await readSubjects(database, events)).values(), (subject) => subject.target)
}

/** The items and components that contain the resource, at any distance. */
export const readAbove = (database: Queryable, subject: Subject): Promise<readonly Target[]> => {
  const known = aboveByResource.get(subject)
  if (known !== undefined) return known
  const loaded = loadAbove(database, subject)
  aboveByResource.set(subject, loaded)
  return loaded
}
