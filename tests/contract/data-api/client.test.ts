import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSystems, reseed } from '#tests/contract/data-api/systems.ts'

let systems: Awaited<ReturnType<typeof openSystems>>
beforeAll(async () => {
  systems = await openSystems()
})
beforeEach(() => reseed([...systems.ours, systems.real]))
afterAll(() => systems.close())

// oxlint-disable-next-line typescript/no-explicit-any -- the client's own type for a database without generated types
type Client = PostgrestClient<any, any, any>
type Ask = (client: Client) => PromiseLike<{ data: unknown; error: unknown; count: number | null; status: number }>

const questions: Readonly<Record<string, Ask>> = {
  'selects columns and embeds': (db) =>
    db
      .from('services')
      .select('id, name, team:teams(name), checks(name)')
      .order('id')
      .order('name', { referencedTable: 'checks' }),
  'counts exactly': (db) => db.from('services').select('id', { count: 'exact' }).order('id').range(1, 2),
  'takes one row': (db) => db.from('services').select('name').eq('id', 1).single(),
  'refuses one row where there are none': (db) => db.from('services').select('name').eq('id', 99).single(),
  'takes a row that may be missing': (db) => db.from('services').select('name').eq('id', 99).maybeSingle(),
  compares: (db) => db.from('services').select('id').gt('id', 1).lte('id', 4).neq('id', 3).order('id'),
  'matches patterns': (db) => db.from('services').select('id').ilike('name', '%a%').order('id'),
  'matches any pattern': (db) => db.from('services').select('id').likeAnyOf('name', ['a%', 'd%']).order('id'),
  'matches all patterns': (db) => db.from('services').select('id').likeAllOf('name', ['%a%', '%i%']).order('id'),
  'tests for null': (db) => db.from('services').select('id').is('team_id', null),
  'tests lists': (db) => db.from('services').select('id').in('name', ['api', 'db', 'a,b', 'c(d)']).order('id'),
  'tests arrays': (db) =>
    db.from('services').select('id').contains('ports', [80]).overlaps('ports', [80, 443]).order('id'),
  'tests JSON': (db) => db.from('services').select('id').contains('labels', { app: 'web' }).order('id'),
  'tests ranges': (db) => db.from('services').select('id').rangeAdjacent('span', '[10,20)').order('id'),
  'searches text': (db) =>
    db.from('services').select('id').textSearch('doc', 'fat cats', { type: 'plain', config: 'english' }).order('id'),
  negates: (db) => db.from('services').select('id').not('state', 'eq', 'up').order('id'),
  'says or': (db) => db.from('services').select('id').or('id.eq.1,and(id.gt.3,state.eq.up)').order('id'),
  'says or of an embed': (db) =>
    db
      .from('services')
      .select('id, checks!inner(name)')
      .or('name.eq.tls,severity.eq.medium', { referencedTable: 'checks' })
      .order('id'),
  'filters by an embed': (db) =>
    db.from('services').select('id, teams!inner(name)').eq('teams.name', 'core').order('id'),
  'matches an object': (db) => db.from('services').select('id').match({ team_id: 1, state: 'up' }),
  'orders with nulls first': (db) =>
    db.from('services').select('id').order('team_id', { ascending: false, nullsFirst: true }).order('id'),
  'limits an embed': (db) =>
    db
      .from('services')
      .select('id, checks(id)')
      .order('id')
      .order('id', { referencedTable: 'checks' })
      .limit(1, { referencedTable: 'checks' }),
  'reads JSON paths': (db) =>
    db.from('services').select('labels->>app, labels->deep->a').eq('labels->>env', 'prod').order('id'),
  'answers as CSV': (db) => db.from('services').select('id,name').order('id').csv(),
  'inserts one': (db) => db.from('teams').insert({ id: 10, name: 'ten' }).select(),
  'inserts several with different keys': (db) =>
    db
      .from('defaults')
      .insert([{ name: 'x' }, { level: 9 }], { defaultToNull: false })
      .select('name, level'),
  'inserts and says nothing': (db) => db.from('teams').insert({ id: 10, name: 'ten' }),
  'refuses a duplicate': (db) => db.from('teams').insert({ id: 1, name: 'other' }),
  upserts: (db) =>
    db
      .from('teams')
      .upsert([
        { id: 1, name: 'changed' },
        { id: 11, name: 'new' },
      ])
      .select(),
  'upserts by another key': (db) =>
    db
      .from('teams')
      .upsert({ id: 1, name: 'core', spec: { a: 1 } }, { onConflict: 'name' })
      .select(),
  'ignores duplicates': (db) =>
    db.from('teams').upsert({ id: 1, name: 'changed' }, { ignoreDuplicates: true }).select(),
  updates: (db) =>
    db
      .from('teams')
      .update({ spec: { a: [1, 2] } })
      .eq('id', 1)
      .select('id, spec'),
  'updates and counts': (db) => db.from('teams').update({ spec: null }, { count: 'exact' }).gt('id', 1),
  deletes: (db) => db.from('checks').delete().eq('id', 5).select('name, services(name)'),
  'calls a function': (db) => db.rpc('add', { a: 1, b: 2 }),
  'calls a function by GET': (db) => db.rpc('add', { a: 1, b: 2 }, { get: true }),
  'filters the rows of a function': (db) => db.rpc('services_of', { team: 1 }).select('id, name').eq('name', 'db'),
  'gives arrays to a function': (db) => db.rpc('sum_of', { nums: [1, 2, 3] }),
  'says which column is missing': (db) => db.from('services').select('nope'),
  'says which relationship is missing': (db) => db.from('services').select('id, odd(*)'),
}

describe('a client of PostgREST', () => {
  test.each(Object.entries(questions))('%s [API-02]', async (_, ask) => {
    const responses = await Promise.all(
      [...systems.ours, systems.real].map(async ({ url }) => {
        const { data, error, count, status } = await ask(new PostgrestClient(url))
        const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error
        return { data, code, count, status }
      }),
    )
    const [embedded, server, real] = responses
    expect({ embedded, server }).toEqual({ embedded: real, server: real })
  })
})
