import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAll } from '#tests/contract/data-api/compare.ts'
import { openSystems, reseed, type Call } from '#tests/contract/data-api/systems.ts'

let systems: Awaited<ReturnType<typeof openSystems>>
beforeAll(async () => {
  systems = await openSystems()
})
beforeEach(() => reseed([...systems.ours, systems.real]))
afterAll(() => systems.close())

const json = { 'content-type': 'application/json' }
const call = (
  method: string,
  path: string,
  body?: unknown,
  prefer?: string,
  more: Record<string, string> = {},
): Call => ({
  method,
  path,
  headers: { ...json, ...(prefer !== undefined && { prefer }), ...more },
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
})
const rows = 'return=representation'

const inserts: readonly Call[] = [
  call('POST', '/teams', { id: 10, name: 'ten' }),
  call('POST', '/teams', { id: 11, name: 'eleven' }, rows),
  call('POST', '/teams?select=*', { id: 11, name: 'eleven', spec: { a: [1, { b: null }] } }, rows),
  call(
    'POST',
    '/teams?select=name',
    [
      { id: 12, name: 'a' },
      { id: 13, name: 'b' },
    ],
    `${rows},count=exact`,
  ),
  call('POST', '/teams', { id: 14, name: 'c' }, 'return=headers-only'),
  call(
    'POST',
    '/teams',
    [
      { id: 15, name: 'd' },
      { id: 16, name: 'e' },
    ],
    'return=headers-only',
  ),
  call('POST', '/service_tags', { service_id: 3, tag_id: 1 }, 'return=headers-only'),
  call('POST', '/keyless', { a: 3 }, 'return=headers-only'),
  call('POST', '/teams', { id: 17, name: 'f' }, 'return=minimal'),
  call('POST', '/teams', { id: 1, name: 'f' }),
  call('POST', '/teams', { id: 18 }),
  call('POST', '/teams', { id: 'x', name: 'f' }),
  call('POST', '/teams', { id: 19, nome: 'f' }),
  call('POST', '/people', { id: 19, name: 'f', team_id: 77 }),
  call('POST', '/people', { id: 19, name: 'f', email: 'x'.repeat(41) }),
  call('POST', '/people?select=name,teams(name)', { id: 19, name: 'f', team_id: 2 }, rows),
  call(
    'POST',
    '/services?select=ports,labels,seen_at,weight,uptime,span,aliases',
    '{"name":"n","ports":[1,2],"labels":{"a":1},"seen_at":"2025-01-01","weight":9007199254740993,"uptime":12.50,"span":"[1,2]","aliases":["a,b","c"]}',
    rows,
  ),
  call('POST', '/services', { name: 'n', uptime: 200 }, rows),
  call('POST', '/services', { name: 'n', state: 'gone' }, rows),
  call('POST', '/teams', [], rows),
  call('POST', '/teams', {}, rows),
  call('POST', '/defaults', {}, rows),
  call('POST', '/defaults', [{}, {}], rows),
  call('POST', '/defaults', [{ name: 'x' }, { level: 1 }], rows),
  call('POST', '/defaults', { name: 'x', level: null }, rows),
  call('POST', '/defaults?columns=name,level', [{ name: 'x' }, { level: 1, foo: 3 }], rows),
  call('POST', '/defaults?columns=name,level', [{ name: 'x' }, { level: 1, foo: 3 }], `${rows},missing=default`),
  call('POST', '/defaults?columns=name,foo', { name: 'x' }, rows),
  call('POST', '/defaults?columns=', { name: 'x' }, rows),
  call('POST', '/defaults', { name: 'x' }, `${rows},missing=default`),
  call('POST', '/defaults', { name: 'x' }, `${rows},missing=null`),
  call('POST', '/teams', '{bad'),
  call('POST', '/teams', ''),
  call('POST', '/teams', [3]),
  call('POST', '/teams', '{}', undefined, { 'content-type': 'text/foo' }),
  call('POST', '/teams', 'id=30&name=form', rows, { 'content-type': 'application/x-www-form-urlencoded' }),
  call('POST', '/teams?columns=id,name', [{ id: 41 }, { id: 'x' }], rows),
  call('POST', '/teams', [{ id: 1 }, { id: 'x' }], `${rows},missing=default`),
  call('POST', '/keyless?select=', { a: 3 }, rows),
  call('POST', '/defaults?select=', { name: 'x' }, rows),
  call('POST', '/keyless?select=nope', { a: 3 }, 'return=headers-only'),
  call('POST', '/keyless?select=nope', { a: 3 }, 'return=minimal'),
  call('POST', '/keyless?select=nope(*)', { a: 3 }, 'return=minimal'),
  call('POST', '/keyless', { nope: 3 }, 'handling=strict,foo=bar'),
  call('POST', '/teams?id=eq.1', { id: 41, name: 'fil' }, rows),
  call('POST', '/nope', {}),
  call('POST', '/teams', { id: 42, name: 'rolled back' }, `${rows},tx=rollback`),
]

const merge = `${rows},resolution=merge-duplicates`
const upserts: readonly Call[] = [
  call(
    'POST',
    '/teams',
    [
      { id: 1, name: 'core2' },
      { id: 31, name: 'new' },
    ],
    merge,
  ),
  call('POST', '/teams', [{ id: 1, name: 'core3' }], merge),
  call(
    'POST',
    '/teams',
    [
      { id: 1, name: 'core4' },
      { id: 32, name: 'nn' },
    ],
    `${rows},resolution=ignore-duplicates`,
  ),
  call('POST', '/teams', [{ id: 1, name: 'core4' }], `${rows},resolution=ignore-duplicates`),
  call('POST', '/teams?on_conflict=name', [{ id: 1, name: 'core', spec: { a: 1 } }], merge),
  call('POST', '/teams?on_conflict=spec', [{ id: 1, name: 'core3' }], merge),
  call('POST', '/teams?on_conflict=foo', [{ id: 1, name: 'core3' }], merge),
  call('POST', '/teams?on_conflict=name', [{ id: 40, name: 'core' }], rows),
  call('POST', '/service_tags', [{ service_id: 1, tag_id: 1, note: 'again' }], merge),
  call('POST', '/keyless', { a: 1 }, merge),
]

const updates: readonly Call[] = [
  call('PATCH', '/teams?id=eq.1', { name: 'p1' }),
  call('PATCH', '/teams?id=eq.1', { name: 'p1' }, rows),
  call('PATCH', '/teams?id=eq.99', { name: 'p1' }, rows),
  call('PATCH', '/teams?id=eq.99', { name: 'p1' }),
  call('PATCH', '/teams?id=eq.1', { spec: { a: 2 } }, `${rows},count=exact`),
  call('PATCH', '/teams?id=in.(1,2)', { spec: null }, rows),
  call('PATCH', '/teams?or=(id.eq.1,name.eq.edge)', { spec: null }, rows),
  call('PATCH', '/teams?id=eq.1', {}, rows),
  call('PATCH', '/teams?id=eq.1', {}),
  call('PATCH', '/teams?id=eq.1', { foo: 1 }),
  call('PATCH', '/teams?foo=eq.1', { name: 'x' }),
  call('PATCH', '/defaults?id=eq.1&columns=name,level', { name: 'x' }, `${rows},missing=default`),
  call('PATCH', '/defaults?id=eq.99', { level: 'x' }, `${rows},missing=default`),
  call('PATCH', '/defaults?id=eq.1&columns=name,level', { name: 'x' }, rows),
  call('PATCH', '/keyless?a=eq.1&select=nope', {}, rows),
  call('PATCH', '/keyless?bad', { a: 1 }, 'handling=strict,foo=bar'),
  call('PATCH', '/teams?id=eq.1', []),
  call('PATCH', '/teams?id=eq.1', [{ name: 'arr' }], rows),
  call('PATCH', '/teams?id=eq.1&columns=name', { name: 'cols', foo: 2 }, rows),
  call('PATCH', '/teams?id=gte.1&limit=1&order=id', { spec: null }, rows),
  call('PATCH', '/teams?id=gte.1&limit=1&offset=1&order=id.desc', { spec: null }, rows),
  call('PATCH', '/teams?id=gte.1&limit=1', { spec: null }, rows),
  call('PATCH', '/teams?id=eq.1&select=name,people(name)', { spec: { z: 1 } }, rows),
  call('PATCH', '/services?id=eq.1&select=label', { state: 'down' }, rows),
  call('PATCH', '/services?id=eq.1&select=labels', { labels: { only: 'this' } }, rows),
  call('PATCH', '/teams?id=eq.1', { name: 'p2' }, 'return=headers-only'),
  call('PATCH', '/teams?id=eq.1', { name: 'p2' }, rows, { accept: 'application/vnd.pgrst.object+json' }),
  call('PATCH', '/teams?id=eq.2', { name: 'core' }),
  call('PATCH', '/teams?id=eq.1', { name: 'rolled back' }, `${rows},tx=rollback`),
]

const deletes: readonly Call[] = [
  call('DELETE', '/keyless?a=eq.2'),
  call('DELETE', '/keyless?a=eq.2', undefined, `${rows},count=exact`),
  call('DELETE', '/keyless?a=eq.7', undefined, rows),
  call('DELETE', '/teams?id=eq.2'),
  call('DELETE', '/services?id=eq.5&select=name,team_id(name)', undefined, rows),
  call('DELETE', '/checks?id=gte.2&limit=1&order=id', undefined, rows),
  call('DELETE', '/service_tags?service_id=eq.1&tag_id=in.(1,2)', undefined, rows),
  call('DELETE', '/tags?id=eq.3', undefined, `${rows},tx=rollback`),
  call('DELETE', '/tags?id=eq.3', undefined, `${rows},tx=commit`),
  call('DELETE', '/tags?id=eq.3', undefined, 'handling=strict,foo=bar'),
  call('DELETE', '/tags?id=eq.3', undefined, 'handling=lenient,foo=bar'),
]

const everything = `select json_build_object(
  'teams', (select json_agg(t order by t.id) from lang.teams t), 'people', (select json_agg(t order by t.id) from lang.people t),
  'services', (select json_agg(t order by t.id) from lang.services t), 'keyless', (select json_agg(t order by t.a, t.b) from lang.keyless t),
  'defaults', (select json_agg(t order by t.id) from lang.defaults t), 'tags', (select json_agg(t order by t.id) from lang.tags t),
  'checks', (select json_agg(t order by t.id) from lang.checks t),
  'service_tags', (select json_agg(t order by t.service_id, t.tag_id) from lang.service_tags t))::text as all`

describe.each([
  ['inserts', inserts],
  ['upserts', upserts],
  ['updates', updates],
  ['deletes', deletes],
])('%s', (_, calls) => {
  test.each(calls)(
    '$method $path of $body responds and leaves the rows like PostgREST ($headers.prefer)',
    async (call) => {
      const { responses, expected } = await askAll(systems, call)
      expect(responses).toEqual(expected)
      const left = await Promise.all([...systems.ours, systems.real].map(({ database }) => database.query(everything)))
      const [embedded, server, real] = left.map(({ rows }) => rows)
      expect({ embedded, server }).toEqual({ embedded: real, server: real })
    },
  )
})
