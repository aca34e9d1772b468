import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { askAt, serve, type Call, type Reply } from '#tests/contract/data-api/systems.ts'
import { kinds } from '#tests/fixtures/databases.ts'

const hostile: readonly string[] = [
  "'; drop table people; --",
  "' or '1'='1",
  '"; drop table people; --',
  '" ; select pg_sleep(10) ; "',
  '1; delete from people',
  '1) union select password from connections --',
  '(select password from connections limit 1)',
  "x'::text); drop table people; --",
  'people; drop table people',
  'pg_catalog.pg_authid',
  '$1',
  '$$; drop table people; $$',
  String.raw`\'; drop table people; --`,
  String.raw`\\"; drop table people; --`,
  '{"a":"\'; drop table people"}',
  '{"},{drop table people}',
  '/* */ union all select 1 /*',
  '%27%3B drop table people',
  'a\u0000b',
  'ﬀ；drop table people',
  'name,(select 1)',
  'id::text::regclass',
  'now(); drop table people',
  '../../etc/passwd',
  'constructor',
  '__proto__',
]

const json = { 'content-type': 'application/json', prefer: 'return=representation' }
const body = (value: unknown) => JSON.stringify(value)
const get = (path: string): Call => ({ path })
const write = (method: string, path: string, value: unknown, more: Record<string, string> = {}): Call => ({
  method,
  path,
  headers: { ...json, ...more },
  body: body(value),
})

/** Writes are undone by their condition: no row has id -1. */
const positions: Readonly<Record<string, (text: string, raw: string) => Call>> = {
  'a relation': (text) => get(`/${text}`),
  'a function': (text) => get(`/rpc/${text}`),
  'a column of a filter': (text) => get(`/people?${text}=eq.1`),
  'a quoted column': (text) => get(`/people?%22${text}%22=eq.1`),
  'a value': (text) => get(`/people?name=eq.${text}`),
  'a number': (text) => get(`/incidents?id=eq.${text}`),
  'an item of a list': (text) => get(`/people?name=in.(${text})`),
  'a quoted item of a list': (text) => get(`/people?name=in.(%22${text}%22)`),
  'a pattern': (text) => get(`/people?name=like.*${text}*`),
  'a regular expression': (text) => get(`/people?name=match.${text}`),
  'any of several': (text) => get(`/people?name=eq(any).{${text}}`),
  'an operator': (text) => get(`/people?name=${text}.x`),
  'a language of text search': (text) => get(`/people?name=fts(${text}).x`),
  'words of text search': (text) => get(`/people?name=wfts.${text}`),
  'a key of JSON': (text) => get(`/people?properties->>${text}=eq.1`),
  'a JSON document': (text) => get(`/people?properties=cs.${text}`),
  'a member of a logic tree': (text) => get(`/people?or=(name.eq.${text},id.is.null)`),
  'a logic tree': (text) => get(`/people?or=${text}`),
  'a select list': (text) => get(`/people?select=${text}`),
  'an alias': (text) => get(`/people?select=%22${text}%22:name`),
  'a cast': (text) => get(`/people?select=name::${text}`),
  'a quoted cast': (text) => get(`/people?select=name::%22${text}%22`),
  'an embed': (text) => get(`/people?select=${text}(*)`),
  'a hint': (text) => get(`/people?select=teams!${text}(*)`),
  'an order': (text) => get(`/people?order=${text}`),
  'a direction': (text) => get(`/people?order=name.${text}`),
  'a limit': (text) => get(`/people?limit=${text}`),
  'an offset': (text) => get(`/people?offset=${text}`),
  'an argument of a function': (text) => get(`/rpc/uuid_to_ulid?id=${text}`),
  'a name of an argument': (text) => get(`/rpc/uuid_to_ulid?${text}=1`),
  'the .filter extension': (text) => get(`/people?name.filter=${text}`),
  'the column of the .filter extension': (text) => get(`/people?${text}.filter=x`),
  'a date of the .filter extension': (text) => get(`/people?created_at.filter=${text}`),
  'a conflict target': (text) =>
    write('POST', `/people?on_conflict=${text}`, { name: 1, [text]: 1 }, { prefer: 'resolution=merge-duplicates' }),
  'a list of columns': (text) => write('POST', `/people?columns=${text}`, {}),
  'a key of a body': (_, raw) => write('POST', '/people', { name: 'x', [raw]: 1 }),
  'a key of a change': (_, raw) => write('PATCH', '/people?name=eq.nobody', { [raw]: 1 }),
  'a value of a change': (_, raw) => write('PATCH', '/people?name=eq.nobody', { name: raw }),
  'a filter of a deletion': (text) => ({ method: 'DELETE', path: `/people?id=eq.${text}`, headers: json }),
  'an argument in a body': (_, raw) => write('POST', '/rpc/uuid_to_ulid', { id: raw }),
  'a name of an argument in a body': (_, raw) => write('POST', '/rpc/uuid_to_ulid', { [raw]: 1 }),
}

const contents = async (database: Database): Promise<string> => {
  const { rows } = await database.query<{ all: string }>(`
    select json_build_array(
      (select json_agg(p order by id) from people p), (select json_agg(c order by id) from connections c),
      (select json_agg(relname order by relname) from pg_class where relnamespace = 'public'::regnamespace))::text as all`)
  return createHash('sha256')
    .update(rows[0]?.all ?? '')
    .digest('hex')
}

describe.each(kinds)('hostile text against the $kind database', ({ open }) => {
  let database: Database
  let served: Awaited<ReturnType<typeof serve>>
  let ask: (call: Call) => Promise<Reply>
  let before: string
  beforeAll(async () => {
    database = await open()
    await database.query(`
      insert into people (name, email) values ('Ann', 'ann@example.test'), ('Bob', null);
      insert into connections (name, type, password) values ('c', 'http', 'hidden-secret')`)
    served = await serve(database)
    ask = askAt(served.url)
    before = await contents(database)
  })
  afterAll(async () => {
    await served.close()
    await database.close()
  })

  test.each(Object.keys(positions))('as %s, finds nothing or is rejected', async (name) => {
    const makeCall = positions[name]
    const responses = await Promise.all(
      hostile.map(async (text) => {
        const { status, body } = await ask(makeCall?.(encodeURIComponent(text), text) ?? { path: '/' })
        return { text, status, leaked: body.includes('hidden-secret') }
      }),
    )
    expect(responses.filter(({ status, leaked }) => leaked || status >= 500 || status < 200)).toEqual([])
    expect(await contents(database)).toBe(before)
  })

  test('stores written text unchanged', async () => {
    for (const text of hostile.filter((one) => !one.includes('\u0000'))) {
      const written = await ask(write('POST', '/people?select=name', { name: text }))
      expect({ text, status: written.status, rows: JSON.parse(written.body) }).toEqual({
        text,
        status: 201,
        rows: [{ name: text }],
      })
    }
    await database.query("delete from people where name not in ('Ann', 'Bob') and email is distinct from 'admin@local'")
  })
})
