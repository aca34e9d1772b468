import type { Database } from '#relay/database/database.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { median, type Bench, type Measured } from './bench.ts'

const rounds = 5

/** A catalog of 50,000 items of 40 types with 200,000 edges between them, beside their parents, and two changes of each. */
const fill = async (database: Database): Promise<void> => {
  await database.query(
    `insert into config_items (type, config_class, name, external_id, config, health, tags, labels)
     select 'App::T' || (i % 40), 'App', 'app ' || i, array['app-' || i], jsonb_build_object('id', i, 'text', repeat('x', 500)),
            (array['healthy', 'unhealthy', 'warning'])[1 + i % 3], jsonb_build_object('namespace', 'ns' || i % 50),
            jsonb_build_object('app', 'a' || i % 500)
       from generate_series(1, 50000) as i`,
  )
  const numbered = 'with numbered as (select id, row_number() over (order by id) as place from config_items)'
  await database.query(
    `${numbered} update config_items set parent_id = parent.id
       from numbered as item join numbered as parent on parent.place = item.place / 10
      where item.id = config_items.id and item.place > 10`,
  )
  await database.query(
    `${numbered} insert into config_relationships (config_id, related_id, relation, selector_id)
     select item.id, other.id, 'uses', 'bench'
       from numbered as item cross join generate_series(1, 4) as turn
       join numbered as other on other.place = 1 + (item.place * 7919 + turn * 104729) % 50000
     on conflict do nothing`,
  )
  await database.query(
    `insert into config_changes (config_id, change_type, severity, source, summary, created_at)
     select id, 'diff', 'info', 'diff', 'x', now() - days * interval '1 day' from config_items cross join generate_series(0, 1) as days`,
  )
  await database.query('analyze')
}

let filled: Promise<{ readonly database: Database; readonly id: string }> | undefined
const catalog = () =>
  (filled ??= (async () => {
    const database = await openDatabase({ template: await embeddedTemplate() })
    await fill(database)
    const { rows } = await database.query<{ id: string }>("select id from config_items where name = 'app 5000'")
    return { database, id: rows[0]?.id ?? '' }
  })())

const measured = async (mostMs: number, sql: string, withId = false): Promise<Measured> => {
  const { database, id } = await catalog()
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    rows = (await database.query(sql, withId ? [id] : [])).rows.length
    times.push(performance.now() - start)
  }
  const ours = median(times)
  return { ours, reference: mostMs, ratio: ours / mostMs, unit: 'ms', note: `${rows} rows` }
}

const read = (name: string, mostMs: number, sql: string, withId = false): Bench => ({
  name: `catalog of 50,000 items: ${name}`,
  goal: { atMost: 1 },
  run: () => measured(mostMs, sql, withId),
})

const columns = 'id, type, name, status, health, labels, tags, created_at, updated_at, changes, analysis'

/** What the pages of the catalog ask of the embedded database, against what people may have to wait. */
export const catalogReads: readonly Bench[] = [
  read('first rows', 2_000, `select ${columns} from configs where deleted_at is null order by type, name limit 50`),
  read(
    'search',
    150,
    `select ${columns} from configs
      where deleted_at is null and (name ilike '%499%' or type ilike '%499%' or namespace ilike '%499%')
      order by type, name limit 50`,
  ),
  read(
    'overview',
    1_000,
    `select type, count(*), count(*) filter (where health = 'healthy') as healthy from config_items
      where deleted_at is null group by type`,
  ),
  read('related at depth 5', 300, 'select * from related_configs_recursive($1, max_depth => 5)', true),
]
