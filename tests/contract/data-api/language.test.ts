import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAll } from '#tests/contract/data-api/compare.ts'
import { openSystems, type Call } from '#tests/contract/data-api/systems.ts'

let systems: Awaited<ReturnType<typeof openSystems>>
beforeAll(async () => {
  systems = await openSystems()
})
afterAll(() => systems.close())

const filters = (relation: string, ...conditions: string[]): string[] =>
  conditions.map((condition) => `/${relation}?select=id&order=id&${condition}`)

const reads: Record<string, readonly string[]> = {
  'comparisons of every type': filters(
    'services',
    'id=eq.1',
    'id=neq.1',
    'id=gt.2',
    'id=gte.2',
    'id=lt.2',
    'id=lte.2',
    'id=gt.1&id=lt.4',
    'name=eq.api&name=eq.db',
    'name=eq.',
    'name=eq.%22api%22',
    'state=eq.up',
    'state=eq.upp',
    'uptime=gt.99',
    'uptime=gt.101',
    'weight=eq.9007199254740993',
    'code=eq.ab',
    'ports=eq.{80,443}',
    'span=eq.[1,10)',
    'seen_at=lt.now',
    'seen_at=gte.2025-03-24T07:30:00Z',
    'seen_at=eq.infinity',
    'seen_at=eq.bad',
    'meta=eq.{}',
    'labels=eq.{}',
    'id=eq.abc',
    'id=eq.99999999999999999999',
  ),
  'booleans and truth values': filters(
    'people',
    'active=eq.1',
    'active=eq.true',
    'active=eq.f',
    'active=is.true',
    'active=is.false',
    'active=is.unknown',
    'active=not.is.true',
    'team_id=is.null',
    'team_id=is.NULL',
    'team_id=not.is.null',
    'active=is.foo',
    'active=is.not.null',
    'team_id=isdistinct.1',
    'team_id=not.isdistinct.1',
  ),
  'lists, quoted or not': filters(
    'services',
    'id=in.(1,2)',
    'id=in.( 1 , 2 )',
    'id=in.()',
    'id=not.in.(1,2)',
    'name=in.("api","d\\"b",db)',
    'name=in.(api,"db"x)',
    'name=in.("api',
    'name=in.api',
    'id=in.(1,2)junk',
    'id=in.(1,x)',
    'description=in.("star * and back\\\\slash",x)',
    'ports=in.({80},{5432})',
    'id=not.not.eq.1',
    'id=in(any).{1,2}',
  ),
  'patterns and quantifiers': filters(
    'services',
    'name=like.*a*',
    'name=like.a%25',
    'name=ilike.API',
    'name=ilike.p*',
    'name=not.ilike.*a*',
    'description=like.*%25*',
    'name=like.',
    'name=match.^a',
    'name=imatch.^P',
    'name=match.(',
    'name=like(any).{a*,d*}',
    'name=like(all).{*a*,*i*}',
    'name=match(any).{^a,^d}',
    'id=eq(any).{1,2}',
    'id=gt(all).{1,2}',
    'id=lt(any).{x}',
    'id=like.1',
  ),
  'arrays, ranges and JSON containment': filters(
    'services',
    'ports=cs.{80}',
    'ports=cd.{80,443,1}',
    'ports=ov.{5432,80}',
    'aliases=cs.{"a,b"}',
    'labels=cs.{"app":"web"}',
    'labels=cd.{"app":"web","env":"dev","x.y":"dotted","a b":"spaced"}',
    'span=ov.[1,6)',
    'span=sl.[10,20)',
    'span=sr.[1,5)',
    'span=nxr.[1,10)',
    'span=nxl.[10,20)',
    'span=adj.[10,20)',
    'span=cs.[2,3)',
    'span=cs.2',
    'ports=cs.80',
    'name=cs.{a}',
  ),
  'full text': filters(
    'services',
    'doc=fts.cat',
    'doc=fts(english).cats',
    'doc=plfts(english).fat cats',
    'doc=phfts(english).fat cats',
    'doc=wfts(english).cat or rat',
    'doc=not.fts(english).cats',
    'description=fts.api',
    'labels=fts.web',
    'doc=fts(nolang).cats',
    'doc=fts.a b',
  ),
  'logic trees': filters(
    'services',
    'or=(id.eq.1,id.eq.3)',
    'or=(id.eq.1,and(id.gt.2,id.lt.4),not.or(id.lt.5,id.gt.5))',
    'not.or=(id.eq.1,id.eq.2)',
    'not.and=(id.eq.1,id.eq.2)',
    'and=(id.not.eq.1,id.not.in.(2,3))',
    'or=(id.eq.1&id=eq.1',
    'or=()',
    'or=(name.eq."api",name.in.("db","x"),labels->>app.eq.data)',
    'or=(name.eq.a,b,id.eq.2)',
    'or=(name.like.*a*,name.ilike.p*)',
    'or=( id.eq.1 , id.eq.2 )',
    'or=(id.eq.1,id.eq.2)trailing',
    'or=(ports.cs.{80,443},id.eq.2)',
    'or=(id.in.(1,2),id.eq.3)',
    'or=(team_id.is.null,id.eq.1)',
    'or=(not.id.eq.1)',
    'or=(doc.fts(english).cats,id.eq.2)',
    'or=(name.like(any).{a*,d*},id.eq.4)',
    'or=(and(labels->>app.eq.web,labels->>env.neq.dev))',
    'or=(description.eq."The public API: fast, \\"quoted\\", (bracketed)",id.eq.2)',
    'or=(teams.name.eq.core,id.eq.3)',
    'or=(nope.eq.1)',
  ),
  'JSON paths': [
    ...filters(
      'services',
      'labels->>app=eq.web',
      'labels->n=eq.5',
      'labels->n=gt.5',
      'labels->>"x.y"=eq.dotted',
      'labels->>a b=eq.spaced',
      'labels->deep->a->>0=eq.1',
      'labels->>n=like.5*',
      'labels->>app=in.(web,data)',
      'meta->a->>b=eq.1',
      'name->>x=is.null',
    ),
    '/services?select=id,labels->app,labels->>env,labels->deep->a->0,labels->deep->a->1->>b,x:labels->>app,labels->>n::int&id=eq.1',
    '/services?select=id,labels->deep->a->-1->>b&id=eq.1',
    '/services?select=id,labels->>x.y&id=eq.3',
    '/services?select=ports->0,ports->>1&id=eq.1',
    '/services?select=name->0&id=eq.1',
    '/services?order=labels->>app.desc.nullsfirst,id&select=id',
    '/services?select=id,labels-%3E%3Eapp&limit=1&order=id',
  ],
  'select lists, aliases and casts': [
    '/services?select=id,name&order=id',
    '/services?select=&order=id',
    '/services?select=*&order=id',
    '/services?select=id,*&order=id&limit=1',
    '/services?select=id%20,%20name&limit=1&order=id',
    '/services?select=id,alias:name,%20b:id::text&limit=1&order=id',
    '/services?select=weight::text,id::numeric,uptime::int&id=eq.1',
    '/services?select=id::double%20precision&id=eq.1',
    '/services?select=name::int&id=eq.1',
    '/services?select=id::foo&id=eq.1',
    '/services?select=id::text[]&id=eq.1',
    '/services?select=id,,name&limit=1',
    '/services?select=id,&limit=1',
    '/services?select=x:*&limit=1',
    '/services?select=foo',
    '/services?select=id,label&id=eq.1',
    '/services?select=id&label=eq.api/up',
    '/services?select=id&order=label.desc',
    '/odd?select=select,na%20me,dash-ed,"quo\\"te","do.t",ünï&order=select',
    '/odd?"do.t"=eq.dot',
    '/odd?na%20me=eq.space&select="na%20me"',
    '/odd?na+me=eq.space&select=x:"na+me"',
    '/odd?dash-ed=eq.dash&select="dash-ed"',
  ],
  'tolerated slips': [
    '/services?select=id,checks(id)::jsonb,name&limit=1&order=id',
    '/services?select=id,checks(id))),name&limit=1&order=id',
    '/services?select=id,name))&limit=1&order=id',
    '/services?&select=id&&id=eq.1&',
    '/services?select=id,name&select=id&limit=1&order=id',
    '/services?select=id&order=id.desc&order=id.asc&limit=1&limit=2',
    '/services?select=id,checks(id)&checks.order=id.desc&checks.order=id.asc&id=eq.1',
    '/services?select=id&order=id&id=is.nullxyz',
    '/services?select=id&order=id&limit=abc',
    '/services?select=id&order=id&limit=99999999999999999999',
    '/services?select=id&order=id&offset=-1',
  ],
  orders: [
    '/services?order=team_id.nullsfirst,id&select=id',
    '/services?order=team_id.desc.nullslast,id.asc&select=id',
    '/services?order=id.desc,%20name&select=id',
    '/services?order=id.nullslast&select=id',
    '/services?order=',
    '/services?order=id,&select=id',
    '/services?order=id.desc.foo',
    '/services?order=id.foo&select=id',
    '/services?order=id.descx&select=id',
    '/services?order=foo',
    '/services?order=id%20desc&select=id',
    '/services?select=id,teams(name)&order=teams(name).desc.nullslast,id',
    '/services?select=id,t:teams(name)&order=t(name),id',
    '/services?select=id,t:teams(name)&order=teams(name),id',
    '/services?select=id,checks(name)&order=checks(name)',
    '/services?select=id&order=teams(name)',
    '/services?select=id,teams(name,spec)&order=teams(spec->>slack).desc.nullslast,id',
  ],
  'what does not parse or exist': [
    '/services?id=foo.1',
    '/services?id=1',
    '/services?foo=eq.1',
    '/services?=eq.1',
    '/services?select=teams(name',
    '/services?select=id&foo.bar=eq.1',
    '/services?select=id&foo.order=bar',
    '/services?select=id&foo.limit=1',
    '/services?select=id&foo.or=(a.eq.1)',
    '/services?select=id,teams(*)&teams.foo.bar=eq.1',
    '/services?select=id,checks(id)&checks=eq.1',
    '/nope',
  ],
}

describe.each(Object.entries(reads))('%s', (_, paths) => {
  test.each(paths)('answers %s as PostgREST does [API-02]', async (path) => {
    const { answers, expected } = await askAll(systems, { path })
    expect(answers).toEqual(expected)
  })
})

const embeds: readonly string[] = [
  '/services?select=id,teams(name),checks(id,name),tags(name)&order=id&checks.order=id&tags.order=id',
  '/services?select=id,people(name)',
  '/services?select=id,owner_id(name),o:people!services_backup_id_fkey(name),b:people!backup_id(name)&order=id',
  '/services?select=*,team_id(name)&id=eq.1',
  '/services?select=id,services_owner_id_fkey(name)&order=id',
  '/services?select=id,services(id)&order=id&services.order=id',
  '/services?select=parent_id(id)&order=id',
  '/services?select=services!parent_id(id)&id=eq.1&services.order=id',
  '/services?select=id,services!services_parent_id_fkey(id)&id=eq.2',
  '/services?select=id,nope(id)',
  '/services?select=id,teams!foo(name)',
  '/services?select=id,tags!service_tags(name)&order=id&tags.order=id',
  '/services?select=name,service_tags(note,tags(name))&order=id&service_tags.order=tag_id',
  '/services?select=name,edges!edges_from_id_fkey(kind,to_id(name))&order=id&edges.order=to_id',
  '/services?select=name,edges(kind)&id=eq.1',
  '/services?select=name,to:services!edges(name)&id=eq.1',
  '/tags?select=name,services(name)&order=id&services.order=id',
  '/tags?select=name,service_list(name)&order=id&service_list.order=id',
  '/racks?select=id,sites(name)&order=id',
  '/sites?select=name,racks(id)&order=region,code',
  '/people?select=name,profiles(bio)&order=id',
  '/profiles?select=bio,people(name),p:person_id(name)&order=person_id',
  '/people?select=name,services(name)',
  '/people?select=name,services!owner_id(name)&order=id',
  '/people?select=name,services_owner_id_fkey(name)&order=id',
  '/services?select=name,x:owner_id(name,y:team_id(name,z:services(name)))&order=id&x.y.z.order=id',
  '/teams?select=name,services(name,checks(name,results(message,checks(id))))&order=id&services.order=id&services.checks.order=id&services.checks.results.order=at&services.checks.results.limit=1',
  '/services?select=id,teams(name)&teams.name=eq.core&order=id',
  '/services?select=id,t:teams(name)&t.name=eq.core&order=id',
  '/services?select=id,t:teams(name)&teams.name=eq.core&order=id',
  '/services?select=id,teams!inner(name)&teams.name=eq.core&order=id',
  '/services?select=id,teams!left(name)&teams.name=eq.core&order=id',
  '/services?select=id,teams!inner!services_team_id_fkey(name)&order=id',
  '/services?select=id,teams!inner()&order=id',
  '/services?select=id,teams()&order=id',
  '/services?select=id,checks!inner(id,results!inner(at))&checks.results.message=eq.run%202&checks.results.order=at.desc&order=id&checks.order=id',
  '/services?select=id,checks(id)&checks=is.null&order=id',
  '/services?select=id,checks()&checks=not.is.null&order=id',
  '/services?select=id,checks(),teams()&or=(checks.is.null,teams.is.null)&order=id',
  '/services?select=id,checks(id,name)&checks.order=name.desc&checks.limit=1&checks.offset=1&id=eq.1',
  '/services?select=id,checks(id)&checks.or=(name.eq.http,name.eq.tcp)&checks.not.and=(id.eq.1)&order=id&checks.order=id',
  '/services?select=id,checks(id,results(at))&checks.results.limit=1&checks.results.order=at.desc&order=id&checks.order=id',
  '/services?select=id,...teams(team:name,spec->>slack)&order=id',
  '/services?select=id,...owner_id(owner:name,...team_id(team:name))&order=id',
  '/teams?select=id,...services(name)',
  '/services?select=id,teams(label)&id=eq.1',
]

describe('embedded relations', () => {
  test.each(embeds)('answers %s as PostgREST does [API-02]', async (path) => {
    const { answers, expected } = await askAll(systems, { path })
    expect(answers).toEqual(expected)
  })
})

const views: readonly string[] = [
  '/service_list?select=id,team_id(id),owner_id(name),checks(name),tags(name)&order=id&checks.order=id&tags.order=id',
  '/service_list?select=name,people!owner_id(name),people_brief!owner_id(name)&order=id',
  '/service_list?select=name,owner_id(name),people_brief(name)&order=id',
  '/services?select=name,people_brief(name)',
  '/people_brief?select=*,services!services_owner_id_fkey(id)&order=id',
  '/checks?select=id,service_list(name),services(name),service_renamed(title)&order=id',
  '/service_renamed?select=title,team_ref(name),checks(id)&order=service_key&checks.order=id',
  '/service_renamed?select=title,team_id(name)',
  '/service_renamed?select=title,teams!team_ref(name)&order=service_key',
  '/service_renamed?select=title,teams!services_team_id_fkey(name)&order=service_key',
  '/service_nested?select=*,teams(name)&order=service_key',
  '/service_cte?select=*,teams(name)&order=id',
  '/service_grouped?select=*,teams(name)&order=team_id',
  '/service_union?select=*,teams(id)&limit=1',
  '/service_union?select=*&order=id,name',
  '/team_sizes?select=*,teams(name)&order=team_id',
  '/team_sizes?select=*&order=team_id',
]

describe('views with the foreign keys of the tables below them', () => {
  test.each(views)('answers %s as PostgREST does [API-02]', async (path) => {
    const { answers, expected } = await askAll(systems, { path })
    expect(answers).toEqual(expected)
  })
})

const aggregates: readonly string[] = [
  '/services?select=sum:weight.sum(),count()',
  '/services?select=team_id,weight.max(),n:count(),id.sum()::text&order=team_id',
  '/services?select=team_id,id::text.max()&order=team_id',
  '/teams?select=name,services(id.count(),weight.sum())&order=id',
  '/services?select=uptime.avg(),uptime.min()',
  '/services?select=count&limit=1',
  '/services?select=count(id)',
  '/services?select=id.median()',
]

describe('aggregates', () => {
  test.each(aggregates)('answers %s as PostgREST does', async (path) => {
    const { answers, expected } = await askAll(systems, { path })
    expect(answers).toEqual(expected)
  })
})

const exact = { prefer: 'count=exact' }
const pages: readonly Call[] = [
  { path: '/services?select=id&order=id', headers: exact },
  { path: '/services?select=id&order=id&limit=2', headers: exact },
  { path: '/services?select=id&order=id&limit=2&offset=4', headers: exact },
  { path: '/services?select=id&order=id&limit=2&offset=1' },
  { path: '/services?select=id&limit=0' },
  { path: '/services?select=id&limit=0', headers: exact },
  { path: '/services?select=id&limit=-1' },
  { path: '/services?select=id&offset=5', headers: exact },
  { path: '/services?select=id&offset=10', headers: exact },
  { path: '/services?select=id&offset=10' },
  { path: '/services?select=id&id=eq.99', headers: exact },
  { path: '/services?select=id&id=eq.99' },
  { path: '/services?select=id&order=id', headers: { range: '1-2' } },
  { path: '/services?select=id&order=id', headers: { range: '1-', ...exact } },
  { path: '/services?select=id&order=id', headers: { range: '1-2', ...exact } },
  { path: '/services?select=id&order=id', headers: { range: '3-2' } },
  { path: '/services?select=id&order=id', headers: { range: '9-12', ...exact } },
  { path: '/services?select=id&order=id', headers: { range: 'rows' } },
  { path: '/services?select=id&order=id&limit=1', headers: { range: '1-3' } },
  { path: '/services?select=id&order=id&limit=3', headers: { range: '1-9', ...exact } },
  { path: '/services?select=id,teams!inner(name)&teams.name=eq.core&order=id&limit=1', headers: exact },
  { path: '/services?select=id,checks()&checks=is.null', headers: exact },
  { path: '/services?select=id&order=id&limit=2', headers: { prefer: 'count=estimated' } },
  { path: '/services?select=id&order=id&limit=2', headers: { prefer: 'count=exact, handling=strict' } },
  { path: '/services?select=id&order=id&limit=2', headers: { prefer: 'count=nope' } },
  { path: '/services?select=id&order=id&limit=2', headers: { prefer: 'handling=strict, foo=bar' } },
  { path: '/services?select=id&order=id&limit=2', headers: { prefer: 'handling=lenient, foo=bar' } },
  { path: '/people?select=created_at&limit=1&order=id', headers: { prefer: 'timezone=America/Los_Angeles' } },
  { path: '/people?select=created_at&limit=1&order=id', headers: { prefer: 'timezone=Nope/Nope' } },
]

describe('pages, counts and preferences', () => {
  test.each(pages)('answers $path with $headers as PostgREST does [API-03,API-04]', async (call) => {
    const { answers, expected } = await askAll(systems, call)
    expect(answers).toEqual(expected)
  })

  test('estimates a planned count as the planner does', async () => {
    const call = { path: '/services?select=id&order=id&limit=2', headers: { prefer: 'count=planned' } }
    const all = [...systems.ours, systems.real]
    await Promise.all(all.map(({ database }) => database.query('analyze lang.services')))
    const ranges = await Promise.all(all.map(async (system) => (await system.ask(call)).headers.get('content-range')))
    expect(ranges).toEqual(['0-1/5', '0-1/5', '0-1/5'])
  })
})

const accept = (path: string, type: string): Call => ({ path, headers: { accept: type } })
const forms: readonly Call[] = [
  accept('/services?id=eq.1', 'application/vnd.pgrst.object+json'),
  accept('/services?id=eq.1', 'application/vnd.pgrst.object'),
  accept('/services?id=eq.4&select=id,description,deleted_at', 'application/vnd.pgrst.object+json;nulls=stripped'),
  accept('/services?id=lt.3&select=id,name,deleted_at&order=id', 'application/vnd.pgrst.array+json;nulls=stripped'),
  accept('/services?id=eq.1', 'text/html'),
  accept('/services?select=id&limit=2&order=id', 'application/json, text/plain, */*'),
  accept('/services?select=id&limit=2&order=id', 'text/html,application/xhtml+xml,*/*;q=0.8'),
  accept('/services?select=id&limit=2&order=id', 'text/csv;q=0.5, application/json'),
  accept('/services?select=id,name,labels,ports,description,deleted_at,state&order=id', 'text/csv'),
  { path: '/teams', headers: { 'accept-profile': 'nope' } },
]

describe('forms of an answer', () => {
  test.each(forms)('answers $path with $headers as PostgREST does', async (call) => {
    const { answers, expected } = await askAll(systems, call)
    expect(answers).toEqual(expected)
  })

  test('refuses an object for several rows and for none with 406', async () => {
    for (const path of ['/services?id=gt.1', '/services?id=eq.99']) {
      const call = accept(path, 'application/vnd.pgrst.object+json')
      const { answers, expected } = await askAll(systems, call)
      const bodies = (outcomes: typeof answers) => Object.values(outcomes).map(({ status, body }) => ({ status, body }))
      expect(bodies(answers)).toEqual(bodies(expected))
      expect(bodies(answers).map(({ status }) => status)).toEqual([406, 406])
    }
  })
})
