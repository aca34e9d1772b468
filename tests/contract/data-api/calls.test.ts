import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAll } from '#tests/contract/data-api/compare.ts'
import { openSystems, type Call } from '#tests/contract/data-api/systems.ts'

let systems: Awaited<ReturnType<typeof openSystems>>
beforeAll(async () => {
  systems = await openSystems()
})
afterAll(() => systems.close())

const post = (path: string, body?: unknown, more: Record<string, string> = {}): Call => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...more },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})
const get = (path: string, headers: Record<string, string> = {}): Call => ({ path, headers })

const calls: readonly Call[] = [
  get('/rpc/add?a=1&b=2'),
  post('/rpc/add', { a: 1, b: 2 }),
  post('/rpc/add', { a: '1', b: 2 }),
  get('/rpc/add?a=1'),
  get('/rpc/add?a=x&b=1'),
  get('/rpc/nope?a=x&b=1'),
  get('/rpc/greet'),
  get('/rpc/greet?name=bob'),
  post('/rpc/greet'),
  post('/rpc/greet', {}),
  post('/rpc/greet', { mark: '?' }),
  get('/rpc/services_of?team=1&select=id,name,teams(name)&name=eq.db'),
  get('/rpc/services_of?team=1&order=id.desc&limit=1', { prefer: 'count=exact' }),
  get('/rpc/services_of?team=1&or=(id.eq.1,name.eq.x)&select=id,name,checks(id)&checks.order=id'),
  get('/rpc/services_of?team=1&select=nope'),
  get('/rpc/service_by_id?key=1&select=id,name'),
  get('/rpc/service_by_id?key=99&select=id,name'),
  get('/rpc/names'),
  get('/rpc/names?limit=1'),
  get('/rpc/names?limit=1&offset=1', { prefer: 'count=exact' }),
  get('/rpc/pairs?top=3&n=gte.2'),
  get('/rpc/pairs?top=3&select=square&order=square.desc'),
  get('/rpc/outs?x=2'),
  get('/rpc/nothing'),
  post('/rpc/nothing'),
  get('/rpc/rename_team?key=1&title=x'),
  post('/rpc/rename_team?select=name', { key: 1, title: 'by rpc' }),
  get('/teams?id=eq.1'),
  get('/rpc/total?nums=1&nums=2'),
  get('/rpc/total?nums=1'),
  post('/rpc/total', { nums: [1, 2, 3] }),
  get('/rpc/sum_of?nums={1,2}'),
  get('/rpc/sum_of?nums=1&nums=2'),
  post('/rpc/sum_of', { nums: [1, 2, 3] }),
  post('/rpc/fail', { state: 'P0001' }),
  post('/rpc/fail', { state: 'PT418' }),
  post('/rpc/fail', { state: '23505' }),
  post('/rpc/fail', { state: '57014' }),
  post('/rpc/fail', { state: '53300' }),
  post('/rpc/fail', { state: 'XX000' }),
  post('/rpc/jsonish', { doc: { a: 1 } }),
  get('/rpc/jsonish?doc={"a":1}'),
  get('/rpc/over?a=1'),
  get('/rpc/over?a=1&b=2'),
  { method: 'PATCH', path: '/rpc/add', headers: { 'content-type': 'application/json' }, body: '{}' },
  get('/rpc/add?a=1&b=2', { accept: 'text/csv' }),
  get('/rpc/pairs?top=2', { accept: 'text/csv' }),
  get('/rpc/pairs?top=1', { accept: 'application/vnd.pgrst.object+json' }),
  post('/rpc/services_of?select=id&id=eq.1', { team: 1 }, { prefer: 'count=exact' }),
]

describe('function calls', () => {
  test.each(calls)('$method $path of $body responds like PostgREST', async (call) => {
    const { responses, expected } = await askAll(systems, call)
    expect(responses).toEqual(expected)
  })
})
