import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { foreignKeys, relations } from '#tests/fixtures/relations.ts'
import { admin, insertRow, local, oneValue } from '#tests/fixtures/rows.ts'

describe.each(kinds)('relations on the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const one = (sql: string, parameters?: unknown[]): Promise<unknown> => oneValue(database, sql, parameters)
  const insert = (table: string, row: Record<string, unknown>): Promise<string> => insertRow(database, table, row)

  describe('has the relations of the contract', () => {
    let actual: Map<string, { type: string; required: boolean; isTable: boolean }>
    beforeAll(async () => {
      const { rows } = await database.query<{
        relation: string
        column: string
        type: string
        required: boolean
        table: boolean
      }>(`
        select relname as relation, attname as column, attnotnull as required, relkind = 'r' as "table",
          replace(replace(
            format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz'
          ), 'character varying(', 'varchar(') as type
        from pg_class join pg_attribute on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`)
      actual = new Map(
        rows.map((row) => [
          `${row.relation}.${row.column}`,
          { type: row.type, required: row.required, isTable: row.table },
        ]),
      )
    })

    test.each(Object.entries(relations))('%s', (relation, list) => {
      const columns = list.replaceAll(/\s+/g, ' ').split(', ')
      const expected = columns.map((column) => column.replace('!', ''))
      const found = [...actual].filter(([name]) => name.startsWith(`${relation}.`))
      expect(found.map(([name, { type }]) => `${name.slice(relation.length + 1)} ${type}`).sort()).toEqual(
        expected.sort(),
      )
      const mustBeThere = columns.filter((column) => column.endsWith('!')).map((column) => column.split(' ')[0] ?? '')
      const tables = found.filter(([, { isTable }]) => isTable)
      const nullable = new Set(
        tables.filter(([, { required }]) => !required).map(([name]) => name.slice(relation.length + 1)),
      )
      expect(mustBeThere.filter((column) => nullable.has(column))).toEqual([])
    })
  })

  test('uses the foreign key names that queries rely on', async () => {
    const { rows } = await database.query<{ key: string }>(`
      select conrelid::regclass || '.' || attname || ' ' || conname || ' -> ' || confrelid::regclass as key
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace`)
    const actual = new Set(rows.map(({ key }) => key))
    expect(foreignKeys.filter((key) => !actual.has(key))).toEqual([])
  })

  test('lists the applied migrations, read-only', async () => {
    const written = await database.query<{ path: string; hash: unknown }>('select path, hash from migration_logs')
    expect(written.rows.map(({ path }) => path)).toContain('0003-health.sql')
    for (const statement of [
      `insert into migration_logs (path) values ('x')`,
      `update migration_logs set path = 'x'`,
      'delete from migration_logs',
    ])
      await expect(database.query(statement)).rejects.toThrow(SqlError)
  })

  test('starts with the local agent, an administrator and the severities', async () => {
    expect((await database.query('select id, name from agents')).rows).toEqual([{ id: local, name: 'local' }])
    expect((await database.query('select * from people_roles')).rows).toEqual([
      { id: admin, name: 'Admin', email: 'admin@local', roles: ['admin'] },
    ])
    expect((await database.query('select id, name from severities order by id')).rows).toEqual([
      { id: 1, name: 'Critical' },
      { id: 2, name: 'Blocker' },
      { id: 3, name: 'High' },
      { id: 4, name: 'Medium' },
      { id: 5, name: 'Low' },
    ])
  })

  test('generates IDs that sort by time and print as a ULID', async () => {
    const { rows } = await database.query<{ id: string }>(
      'select generate_ulid() as id from generate_series(1, 3), pg_sleep(0.002)',
    )
    for (const { id } of rows)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const ulid = await one("select uuid_to_ulid('0195c0de-0000-7000-8000-000000000001')")
    expect(ulid).toBe('01JQ0DW000E008000000000001')
  })

  describe('rejects duplicate names', () => {
    const spec = { spec: '{}', source: 'UI' }
    const cases: [string, Record<string, unknown>, boolean][] = [
      ['agents', { name: 'edge' }, true],
      ['people', { name: 'Ada', email: 'ada@example.test' }, true],
      ['connections', { name: 'c', namespace: 'n', type: 'http' }, true],
      ['notifications', { name: 'rule', events: ['check.failed'] }, true],
      ['playbooks', { name: 'p', ...spec }, true],
      ['canaries', { name: 'c', namespace: 'n', ...spec }, true],
      ['topologies', { name: 't', namespace: 'n' }, true],
      ['permission_groups', { name: 'g', selectors: '{}', source: 'UI' }, true],
      ['teams', { name: 'team', created_by: admin }, false],
      ['incident_rules', { name: 'rule', created_by: admin }, false],
    ]
    test.each(cases)('%s', async (table, row, freedByDeletion) => {
      const id = await insert(table, row)
      await expect(insert(table, row)).rejects.toMatchObject({ code: '23505' })
      await database.query(`update ${table} set deleted_at = now() where id = $1`, [id])
      const again = await insert(table, row).then(
        () => 'accepted',
        (error: unknown) => (error instanceof SqlError ? error.code : error),
      )
      expect(again).toBe(freedByDeletion ? 'accepted' : '23505')
    })
  })

  test('supports every view and function of the contract', async () => {
    const { rows: views } = await database.query<{ name: string }>(
      "select table_name as name from information_schema.views where table_schema = 'public'",
    )
    for (const { name } of views) await database.query(`select * from "${name}"`)
    const { rows } = await database.query<{ name: string }>(
      "select proname as name from pg_proc where pronamespace = 'public'::regnamespace",
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'related_configs',
        'related_configs_recursive',
        'related_config_ids_recursive',
        'config_relationships_recursive',
        'related_changes_recursive',
        'lookup_changes_by_component',
        'lookup_analysis_by_component',
        'lookup_component_children',
        'lookup_component_by_property',
        'lookup_component_incidents',
        'lookup_component_names',
        'lookup_component_relations',
        'lookup_components_by_check',
        'lookup_components_by_config',
        'lookup_configs_by_component',
        'lookup_config_children',
        'lookup_config_relations',
        'check_summary_for_component',
        'get_playbook_run_actions',
        'uuid_to_ulid',
      ]),
    )
  })
})
