import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySelectorMatches } from '#shared/access/selector.ts'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import { matchedSelectorSchema, selectorSchema } from '#shared/resources/document-selector.ts'
import { openPeople } from '#relay/backend/data-api/people.ts'
import type { Failure } from '#relay/backend/incidents/rules/failure.ts'
import { judge } from '#relay/backend/incidents/done/judge.ts'
import { readConditions } from '#relay/backend/incidents/done/read-conditions.ts'
import { selected } from '#relay/backend/incidents/rules/matching-failures.ts'
import { evaluateFilters } from '#relay/backend/notifications/rules/evaluate-filters.ts'
import { covers, type Silence } from '#relay/backend/notifications/silences/silences.ts'
import { readSubjects } from '#relay/backend/notifications/events/subject.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { matchesTarget } from '#relay/backend/playbooks/access/matches-target.ts'
import { readTarget } from '#relay/backend/playbooks/runs/targets.ts'
import { createResourceSearch } from '#relay/backend/search/resource-search.ts'
import { findAsConsole } from '#relay/backend/search/find-resources.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { insider } from '#tests/fixtures/insider/insiders.ts'
import { admin } from '#tests/fixtures/rows.ts'

const kinds = ['check', 'component', 'config', 'canary', 'playbook', 'connection'] as const
type Kind = (typeof kinds)[number]
type Selector = Readonly<Record<string, unknown>>

const toId = (kind: Kind): string => `00000000-0000-4000-8000-0000000000a${kinds.indexOf(kind)}`
const searchKeys = {
  check: 'checks',
  component: 'components',
  config: 'configs',
  canary: 'canaries',
  playbook: 'playbooks',
  connection: 'connections',
} as const satisfies Record<Kind, string>

let database: Database
let stopPeople: () => Promise<void>
let engines: Readonly<Record<string, (kind: Kind, selector: Selector) => Promise<boolean>>>

const insertRows = `
  insert into canaries (id, name, namespace, labels, spec)
    values ('${toId('canary')}', 'web', 'shop', '{"team":"sales","tier":"front"}', '{}');
  insert into checks (id, canary_id, type, name, namespace, labels, status, spec)
    values ('${toId('check')}', '${toId('canary')}', 'Kubernetes::Pod', 'web', 'shop',
            '{"team":"sales","tier":"front"}', 'unhealthy', '{"url":"http://a"}');
  insert into components (id, external_id, type, name, namespace, labels, status, health, properties)
    values ('${toId('component')}', 'web', 'Kubernetes::Pod', 'web', 'shop', '{"team":"sales","tier":"front"}',
            'unhealthy', 'unhealthy', '[{"name":"owner","text":"Ada"}]');
  insert into config_items (id, config_class, type, name, tags, labels, status, health, config, external_id, properties)
    values ('${toId('config')}', 'Pod', 'Kubernetes::Pod', 'web', '{"namespace":"shop","team":"sales","tier":"front"}',
            '{"team":"sales","tier":"front"}', 'unhealthy', 'unhealthy', '{"spec":{"replicas":3}}', '{pod/web,web}',
            '[{"name":"owner","text":"Ada"}]');
  insert into playbooks (id, name, namespace, spec, source, category, tags)
    values ('${toId('playbook')}', 'web', 'shop', '{}', 'UI', 'Kubernetes::Pod', '{"team":"sales","tier":"front"}');
  insert into connections (id, name, namespace, type) values ('${toId('connection')}', 'web', 'shop', 'Kubernetes::Pod')`

const emptySilence: Silence = {
  id: '',
  name: '',
  filter: null,
  selectors: [],
  error: null,
  recursive: null,
  config_id: null,
  check_id: null,
  canary_id: null,
  component_id: null,
  from: null,
  until: null,
  window: null,
}

const readSubject = async (kind: Kind) => {
  const event = { id: 'event', event: `${kind}.unhealthy`, kind, about: { id: toId(kind) } }
  const subject = (await readSubjects(database, [event as never])).get('event')
  if (subject === undefined) throw new Error(`no subject for ${kind}`)
  return subject
}

const silenceWith = async (kind: Kind, selector: Selector) => {
  if (kind !== 'check' && kind !== 'component' && kind !== 'config') return false
  const subject = await readSubject(kind)
  matchedSelectorSchema.parse(selector)
  const silence = { ...emptySilence, selectors: [selector] }
  return covers(database, silence, subject)
}

const playbookWith = async (kind: Kind, selector: Selector) => {
  const spec = playbookSpecSchema.parse({
    actions: [{ name: 'a', exec: { script: 'true' } }],
    [searchKeys[kind]]: [selector],
  })
  const target = await readTarget(database, { [`${kind}_id`]: toId(kind) })
  return target !== null && matchesTarget(spec, target)
}

beforeAll(async () => {
  database = await openServer()
  for (const statement of insertRows.split(';')) await database.query(statement)
  await database.query(`insert into agents (id, name) values ('00000000-0000-4000-8000-0000000000e1', 'edge')`)
  const people = await openPeople({ database, log: pino({ level: 'silent' }) })
  stopPeople = people.stop
  const search = createResourceSearch({ database, people })
  const find = findAsConsole(search)
  const objects = createAccessObjects(database)
  engines = {
    search: async (kind, selector) => {
      const key = searchKeys[kind]
      const found = await search(insider('admin'), { [key]: [selectorSchema.parse(selector)] })
      return (found[key] ?? []).some(({ id }) => id === toId(kind))
    },
    topology: async (kind, selector) => {
      const found = await find(searchKeys[kind] as 'checks', [selectorSchema.parse(selector)])
      return found.some(({ id }) => id === toId(kind))
    },
    rule: async (kind, selector) => {
      const rule = { spec: { [searchKeys[kind]]: [selectorSchema.parse(selector)] } }
      const isSelected = await selected(rule as never, find)
      const components = kind === 'component' ? [toId(kind)] : []
      return isSelected?.({ kind, id: toId(kind), components } as Partial<Failure> as Failure) ?? false
    },
    playbook: playbookWith,
    silence: silenceWith,
    permission: async (kind, selector) => {
      const object = kind === 'check' ? null : await objects.one(kind, toId(kind))
      if (object === null) throw new Error(`no ${kind}`)
      return anySelectorMatches([selector], object) === 'yes'
    },
  }
})
afterAll(async () => {
  await stopPeople()
  await database.close()
})

const engineKinds: Readonly<Record<string, readonly Kind[]>> = {
  search: kinds,
  topology: ['check', 'component', 'config'],
  rule: ['check', 'component', 'config'],
  playbook: ['check', 'component', 'config'],
  silence: ['check', 'component', 'config'],
  permission: ['component', 'config', 'canary', 'playbook', 'connection'],
}

interface Cell {
  readonly name: string
  readonly hit: Selector
  readonly miss: Selector
  readonly kinds?: readonly Kind[]
  readonly engines?: readonly string[]
}

const labelled: readonly Kind[] = ['check', 'component', 'config', 'canary']
const typed: readonly Kind[] = ['check', 'component', 'config', 'connection', 'playbook']
const judged: readonly Kind[] = ['check', 'component', 'config']
const everyEngine = Object.keys(engineKinds)
const searching = ['search', 'topology', 'rule']
const matching = ['search', 'topology', 'rule', 'playbook', 'silence']

const cells: readonly Cell[] = [
  { name: 'name', hit: { name: 'web' }, miss: { name: 'we' } },
  { name: 'name with a wildcard', hit: { name: 'w*' }, miss: { name: 'x*' } },
  { name: 'any name', hit: { name: '*' }, miss: { name: '!*' } },
  { name: 'excluded name', hit: { name: '!db' }, miss: { name: '!WEB' } },
  { name: 'list of names', hit: { name: 'db, web' }, miss: { name: 'web,!web' } },
  { name: 'name with namespace', hit: { name: 'web', namespace: 'shop' }, miss: { name: 'web', namespace: 'default' } },
  { name: 'namespace', hit: { namespace: 's*,!sales' }, miss: { namespace: '!shop' } },
  { name: 'id as text', hit: {}, miss: { id: '00000000-0000-4000-8000-0000000000ff' } },
  { name: 'id that is none', hit: { name: 'web' }, miss: { id: 'web' } },
  { name: 'types', hit: { types: ['Kubernetes::Pod'] }, miss: { types: ['Kubernetes::PodSet'] }, kinds: typed },
  { name: 'last part of a type', hit: { types: ['node', 'POD'] }, miss: { types: ['od'] }, kinds: typed },
  { name: 'excluded type', hit: { types: ['!node'] }, miss: { types: ['!pod'] }, kinds: typed },
  { name: 'types with a wildcard', hit: { types: ['Kubernetes::*'] }, miss: { types: ['AWS::*'] }, kinds: typed },
  { name: 'health', hit: { health: 'warning,unhealthy' }, miss: { health: 'healthy' }, kinds: judged },
  { name: 'excluded health', hit: { health: '!healthy' }, miss: { health: '!unhealthy' }, kinds: judged },
  { name: 'status', hit: { statuses: ['unhealthy'] }, miss: { statuses: ['Running', '!unhealthy'] }, kinds: judged },
  { name: 'label', hit: { labelSelector: 'team=sales,tier' }, miss: { labelSelector: 'team=web' }, kinds: labelled },
  {
    name: 'set of labels',
    hit: { labelSelector: 'tier in (front, back)' },
    miss: { labelSelector: 'tier notin (front)' },
    kinds: labelled,
  },
  {
    name: 'absent label',
    hit: { labelSelector: '!other,other!=x' },
    miss: { labelSelector: '!team' },
    kinds: labelled,
  },
  { name: 'tag', hit: { tagSelector: 'team=sales' }, miss: { tagSelector: 'team!=sales' }, kinds: labelled },
  {
    name: 'tags of a document',
    hit: { tags: { team: 'sales' } },
    miss: { tags: { team: 'web' } },
    kinds: labelled,
    engines: matching,
  },
  {
    name: 'field selector',
    hit: { fieldSelector: 'name=web,namespace in (shop)' },
    miss: { fieldSelector: 'name!=web' },
  },
  {
    name: 'field selector by type',
    hit: { fieldSelector: 'type=Kubernetes::Pod' },
    miss: { fieldSelector: 'type=od' },
    kinds: typed,
  },
  {
    name: 'field selector by health',
    hit: { fieldSelector: 'health=unhealthy' },
    miss: { fieldSelector: '!health' },
    kinds: judged,
  },
  { name: 'this console', hit: { name: 'web', agent: 'self' }, miss: { name: 'web', agent: 'edge' }, kinds: labelled },
  { name: 'every agent', hit: { name: 'web', agent: 'all' }, miss: { name: 'web', agent: '!local' }, kinds: labelled },
  { name: 'search by name', hit: { search: 'we' }, miss: { search: '-web' } },
  {
    name: 'search by alternatives',
    hit: { search: 'name=db | (name=web namespace=shop)' },
    miss: { search: 'name=db | name=x' },
  },
  { name: 'search by type', hit: { search: 'type=pod' }, miss: { search: 'type!=pod' }, kinds: typed },
  {
    name: 'search by health',
    hit: { search: 'health=unhealthy' },
    miss: { search: 'health=!unhealthy' },
    kinds: judged,
  },
  {
    name: 'search by label',
    hit: { search: 'labels.team=sales' },
    miss: { search: 'labels.team!=sales' },
    kinds: labelled,
  },
  {
    name: 'search by document',
    hit: { search: 'config.spec.replicas=3' },
    miss: { search: 'config.spec.replicas=4' },
    kinds: ['config'],
    engines: matching,
  },
  {
    name: 'search by external id',
    hit: { search: 'external_id=pod/web' },
    miss: { search: 'external_id=!web' },
    kinds: ['config'],
    engines: matching,
  },
  {
    name: 'search by property',
    hit: { search: 'properties.owner=Ada' },
    miss: { search: 'properties!=Ada' },
    kinds: ['config', 'component'],
    engines: matching,
  },
  {
    name: 'search by date',
    hit: { search: 'created_at>now-1d' },
    miss: { search: 'created<now-1d' },
    engines: searching,
  },
]

const rows = cells.flatMap(({ name, hit, miss, kinds: ofKinds = kinds, engines: ofEngines = everyEngine }) =>
  ofEngines.flatMap((engine) =>
    (engineKinds[engine] ?? [])
      .filter((kind) => ofKinds.includes(kind))
      .map((kind) => ({ name, engine, kind, hit: name === 'id as text' ? { id: toId(kind) } : hit, miss })),
  ),
)

describe('a selector', () => {
  test.each(rows)('by $name selects a $kind in $engine, or not', async ({ engine, kind, hit, miss }) => {
    const matches = engines[engine]
    expect([hit, await matches?.(kind, hit)]).toEqual([hit, true])
    expect([miss, await matches?.(kind, miss)]).toEqual([miss, false])
  })

  test.each([{ types: 'pod' }, { type: 'pod', status: 'unhealthy' }, { name: 'web', cache: 'no-cache' }])(
    '%j is read as people write it',
    async (selector) => {
      for (const engine of matching)
        expect([engine, await engines[engine]?.('config', selector)]).toEqual([engine, true])
    },
  )

  test.each([
    [{ search: 'created_at>now-1d' }, ['playbook', 'silence']],
    [{ scope: 'default/web' }, ['playbook', 'silence']],
    [{ search: 'colour=red' }, ['playbook', 'silence', 'search', 'topology', 'rule']],
    [{ search: 'name=web type=' }, ['playbook', 'silence', 'search', 'topology', 'rule']],
    [{ search: '(name=web' }, ['playbook', 'silence', 'topology', 'rule']],
    [{ labelSelector: 'team > 3' }, ['playbook', 'silence', 'search', 'topology', 'rule']],
    [{ lables: 'team=web' }, ['playbook', 'silence', 'topology', 'rule']],
  ])('%j is an error where it has no meaning', async (selector, without) => {
    for (const engine of without) {
      const outcome = await engines[engine]?.('config', selector).catch((error: unknown) => error)
      expect([engine, outcome]).toEqual([engine, expect.any(Error)])
    }
  })
})

const evidences = `
  insert into incidents (id, title, description, type, status, severity, created_by)
    values ('${toId('check')}', 'a', '', 'availability', 'open', 'Low', '${admin}');
  insert into hypotheses (id, incident_id, type, title, status, created_by)
    values ('${toId('check')}', '${toId('check')}', 'root', 'a', 'possible', '${admin}');
  insert into evidences (id, hypothesis_id, type, description, definition_of_done, check_id, created_by)
    values ('${toId('check')}', '${toId('check')}', 'check', '', true, '${toId('check')}', '${admin}');
  insert into evidences (id, hypothesis_id, type, description, definition_of_done, component_id, created_by)
    values ('${toId('component')}', '${toId('check')}', 'component', '', true, '${toId('component')}', '${admin}');
  insert into evidences (id, hypothesis_id, type, description, definition_of_done, config_id, created_by)
    values ('${toId('config')}', '${toId('check')}', 'config', '', true, '${toId('config')}', '${admin}')`

const filterWith = async (kind: Kind, filter: string): Promise<boolean> => {
  const rule = { id: 'rule', filter, recipients: [], fallback: [] }
  const verdict = (await evaluateFilters([rule as never], await readSubject(kind))).get('rule')
  if (verdict?.error != null) throw new Error(verdict.error)
  return verdict?.passes ?? false
}

const evidenceWith = async (kind: Kind, script: string): Promise<boolean> => {
  await database.query('update evidences set script = $2 where id = $1', [toId(kind), script])
  const condition = (await readConditions(database, Date.now())).find(({ id }) => id === toId(kind))
  if (condition === undefined) throw new Error(`no evidence for ${kind}`)
  const { done, script_result: result } = await judge(condition)
  if (done === null) throw new Error(result)
  return done
}

/** Expressions select by the same attributes; `it` is the resource. */
const expressionCells: readonly (readonly [
  name: string,
  hit: string,
  miss: string,
  kinds?: readonly Kind[],
  engines?: readonly string[],
])[] = [
  ['name', 'it.name == "web"', 'it.name == "we"'],
  ['name with a wildcard', 'it.name.matches("^w")', 'it.name.matches("^x")'],
  ['namespace', 'it.namespace == "shop"', 'it.namespace == "default"', ['check', 'component']],
  ['namespace of an item', 'it.tags.namespace == "shop"', 'it.tags.namespace == "default"', ['config']],
  ['id as text', 'it.id == "ID"', 'it.id == "00000000-0000-4000-8000-0000000000ff"'],
  ['type', 'it.type == "Kubernetes::Pod"', 'it.type == "Pod"'],
  ['types', 'it.type in ["AWS::EC2", "Kubernetes::Pod"]', 'it.type in ["Pod"]'],
  ['status', 'it.status == "unhealthy"', 'it.status != "unhealthy"'],
  ['health', 'it.health == "unhealthy"', 'it.health == "healthy"', ['component', 'config']],
  ['label', 'it.labels.team == "sales"', 'it.labels.team == "web"'],
  ['absent label', '!has(it.labels.other)', '!has(it.labels.team)'],
  ['tag', 'it.tags.team == "sales"', '"other" in it.tags', ['config']],
  ['document', 'it.config.spec.replicas == 3', 'it.config.spec.replicas > 3', ['config']],
  ['search by name', 'matchQuery(it, "name=we*")', 'matchQuery(it, "name=!web")'],
  ['search by type', 'matchQuery(it, "type=pod")', 'matchQuery(it, "type=node")'],
  ['search by status', 'matchQuery(it, "status=unhealthy")', 'matchQuery(it, "status!=unhealthy")'],
  ['search by label', 'matchQuery(it, "labels.team=sales")', 'matchQuery(it, "labels.team=web")'],
  [
    'search by alternatives',
    'matchQuery(it, "name=db | (name=web namespace=shop)")',
    'matchQuery(it, "name=db | name=x")',
  ],
  ['search by what is unknown', 'matchQuery(it, "name=web")', 'matchQuery(it, "created_at>now-1d")'],
  ['name of the event', 'name == "web"', 'name == "db"', judged, ['filter']],
  ['status of the event', 'status == "unhealthy"', 'status == "healthy"', judged, ['filter']],
  ['label of the event', 'labels.team == "sales"', 'labels.team == "web"', judged, ['filter']],
  ['id of the event', 'id == "ID"', 'id == ""', judged, ['filter']],
]

describe('an expression', () => {
  const expressionEngines: Readonly<Record<string, (kind: Kind, text: string) => Promise<boolean>>> = {
    filter: filterWith,
    evidence: evidenceWith,
  }
  beforeAll(async () => {
    for (const statement of evidences.split(';')) await database.query(statement)
  })

  const expressions = expressionCells.flatMap(
    ([name, hit, miss, ofKinds = judged, ofEngines = ['filter', 'evidence']]) =>
      ofEngines.flatMap((engine) => ofKinds.map((kind) => ({ name, engine, kind, hit, miss }))),
  )
  test.each(expressions)('by $name selects a $kind in $engine, or not', async ({ engine, kind, hit, miss }) => {
    const fill = (text: string) => text.replaceAll(/\bit\b/g, kind).replaceAll('"ID"', `"${toId(kind)}"`)
    const matches = expressionEngines[engine]
    expect([hit, await matches?.(kind, fill(hit))]).toEqual([hit, true])
    expect([miss, await matches?.(kind, fill(miss))]).toEqual([miss, false])
  })
})
