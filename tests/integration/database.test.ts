import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { kinds } from '#tests/fixtures/databases.ts'

describe.each(kinds)('the $kind database', ({ kind, open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await database.query('create table note (id int primary key, text text)')
  })
  afterAll(() => database.close())

  test('reports its kind', () => {
    expect(database.kind).toBe(kind)
  })

  test('returns every type identically', async () => {
    const { rows } = await database.query(`select
      true as yes, 7::int2 as small, -7 as int, 1800000000000::int8 as big, 12.50::numeric as numeric, 0.5::float8 as float,
      'x'::text as text, '7 days'::interval as span, date '2025-03-24' as day,
      timestamptz '2025-03-24 08:02:00.5+02' as at, timestamp '2025-03-24 08:02:00' as local, timestamptz 'infinity' as ever,
      '{"a":[1,null]}'::jsonb as json, '"text"'::json as scalar,
      '{a,"b c",NULL}'::text[] as texts, '{{1,2},{3,4}}'::int8[] as numbers, '{1.5}'::numeric[] as numerics,
      array[timestamptz '2025-03-24 08:02:00+00'] as times, array['{"a":1}'::jsonb] as jsons,
      array['UI','Push']::source[] as sources, 'UI'::source as source, '\\x01ff'::bytea as bytes, null::int as nothing`)
    expect(rows).toEqual([
      {
        yes: true,
        small: 7,
        int: -7,
        big: 1_800_000_000_000,
        numeric: 12.5,
        float: 0.5,
        text: 'x',
        span: '7 days',
        day: '2025-03-24',
        at: '2025-03-24T06:02:00.5+00:00',
        local: '2025-03-24T08:02:00',
        ever: 'infinity',
        json: { a: [1, null] },
        scalar: 'text',
        texts: ['a', 'b c', null],
        numbers: [
          [1, 2],
          [3, 4],
        ],
        numerics: [1.5],
        times: ['2025-03-24T08:02:00+00:00'],
        jsons: [{ a: 1 }],
        sources: ['UI', 'Push'],
        source: 'UI',
        bytes: new Uint8Array([1, 255]),
        nothing: null,
      },
    ])
  })

  test('prints times as JSON does', async () => {
    const { rows } = await database.query('select t, to_json(t) as json from (select clock_timestamp() as t) as now')
    expect(rows[0]?.['t']).toBe(rows[0]?.['json'])
  })

  test('accepts parameters of every type unchanged', async () => {
    const odd = ['', 'NULL', 'a"b', 'c\\d', '{e,f}', "g'h", 'ä€😀']
    const { rows } = await database.query(
      `select $1::int8 as big, $2::numeric as numeric, $3::boolean as yes, $4::timestamptz as at, $5::text[] as texts,
              $6::jsonb as json, $7::jsonb as list, $8::bytea as bytes, $9::text as nothing, $10::int[] as numbers,
              array(select x from unnest($5::text[]) as x where x = any ($5::text[])) as found`,
      [
        1_800_000_000_000,
        0.25,
        true,
        new Date('2025-03-24T08:02:00Z'),
        odd,
        { a: 'b' },
        JSON.stringify([1, 'two']),
        new Uint8Array([0, 7]),
        null,
        [1, null, 3],
      ],
    )
    expect(rows).toEqual([
      {
        big: 1_800_000_000_000,
        numeric: 0.25,
        yes: true,
        at: '2025-03-24T08:02:00+00:00',
        texts: odd,
        json: { a: 'b' },
        list: [1, 'two'],
        bytes: new Uint8Array([0, 7]),
        nothing: null,
        numbers: [1, null, 3],
        found: odd,
      },
    ])
  })

  test('counts the rows that a statement changed, and none for a query', async () => {
    expect(await database.query("insert into note values (1, 'a'), (2, 'b')")).toEqual({ rows: [], affectedRows: 2 })
    expect(await database.query('update note set text = $1 where id = $2 returning *', ['c', 2])).toEqual({
      rows: [{ id: 2, text: 'c' }],
      affectedRows: 1,
    })
    expect((await database.query('select id from note')).affectedRows).toBe(0)
    expect((await database.query('delete from note where id = any ($1::int[])', [[1, 2, 3]])).affectedRows).toBe(2)
  })

  test('runs several statements without parameters and returns the last result', async () => {
    expect(await database.query("insert into note values (3, 'x'); select 1 as one; delete from note")).toEqual({
      rows: [],
      affectedRows: 1,
    })
  })

  test('reports a failed statement with PostgreSQL’s own error fields', async () => {
    await database.query("insert into note values (4, 'x')")
    await expect(database.query('insert into note values ($1, $2)', [4, 'y'])).rejects.toMatchObject({
      name: 'SqlError',
      code: '23505',
      severity: 'ERROR',
      schema: 'public',
      table: 'note',
      constraint: 'note_pkey',
      detail: 'Key (id)=(4) already exists.',
    })
    await expect(database.query('select nowhere from note')).rejects.toMatchObject({ code: '42703', position: '8' })
    await database.query('delete from note')
  })

  test('commits a transaction when it resolves, and rolls back when it rejects', async () => {
    const result = await database.transaction(async (transaction) => {
      await transaction.query("insert into note values (10, 'kept')")
      return 'done'
    })
    expect(result).toBe('done')
    const rejected = database.transaction(async (transaction) => {
      await transaction.query("insert into note values (11, 'lost')")
      throw new Error('changed my mind')
    })
    await expect(rejected).rejects.toThrow('changed my mind')
    expect((await database.query('select id from note')).rows).toEqual([{ id: 10 }])
    await database.query('delete from note')
  })

  test('does not commit a transaction in which a statement failed unnoticed', async () => {
    const swallowed = database.transaction(async (transaction) => {
      await transaction.query("insert into note values (12, 'lost')")
      await transaction.query('select nowhere').catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow('rolled back')
    expect((await database.query('select id from note')).rows).toEqual([])
  })

  test('hides the writes of an open transaction from others', async () => {
    const marks = new EventEmitter()
    const seen = once(marks, 'written').then(() => database.query('select id from note'))
    await database.transaction(async (transaction) => {
      await transaction.query("insert into note values (13, 'x')")
      marks.emit('written')
      await transaction.query('select 1')
      await transaction.query('delete from note')
    })
    expect((await seen).rows).toEqual([])
  })

  test('runs many transactions at once without mixing them', async () => {
    await database.query("insert into note values (20, '0')")
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (transaction) => {
          const { rows } = await transaction.query<{ text: string }>('select text from note where id = 20 for update')
          await transaction.query('update note set text = $1 where id = 20', [String(Number(rows[0]?.text) + 1)])
        }),
      ),
    )
    expect((await database.query('select text from note where id = 20')).rows).toEqual([{ text: '20' }])
    await database.query('delete from note')
  })

  test('rejects the database inside one of its transactions, and the transaction after its end', async () => {
    const result = await database.transaction(async (transaction) => {
      await expect(database.query('select 1')).rejects.toThrow(
        'Inside a transaction, use the transaction that was passed in, not the database',
      )
      await expect(database.transaction(async () => {})).rejects.toThrow(
        'Inside a transaction, use the transaction that was passed in, not the database',
      )
      return transaction
    })
    await expect(result.query('select 1')).rejects.toThrow('has ended')
  })

  test('passes notifications on until the listener is removed', async () => {
    const received: string[] = []
    const alsoReceived: string[] = []
    const stop = await database.listen('Some channel', (payload) => received.push(payload))
    const stopAlso = await database.listen('Some channel', (payload) => alsoReceived.push(payload))
    await database.query("select pg_notify('Some channel', $1)", ['one'])
    await vi.waitFor(() => expect([received, alsoReceived]).toEqual([['one'], ['one']]))
    await stop()
    await database.query("select pg_notify('Some channel', $1)", ['two'])
    await vi.waitFor(() => expect(alsoReceived).toEqual(['one', 'two']))
    expect(received).toEqual(['one'])
    await stopAlso()
  })

  test('sends the notifications of a transaction when it commits, and none on rollback', async () => {
    const received: string[] = []
    const stop = await database.listen('progress', (payload) => received.push(payload))
    await database
      .transaction(async (transaction) => {
        await transaction.query("notify progress, 'lost'")
        throw new Error('no')
      })
      .catch(() => undefined)
    await database.transaction(async (transaction) => {
      await transaction.query("notify progress, 'kept'")
    })
    await vi.waitFor(() => expect(received).toEqual(['kept']))
    await stop()
  })
})
