import { pino } from 'pino'
import { matchText, rankByMatch } from '#client/features/shell/palette/match-text.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { SummaryQuery } from '#shared/catalog/catalog-summary.ts'
import { readChanges } from '#relay/backend/catalog/reads/changes.ts'
import { readSummary } from '#relay/backend/catalog/reads/summary.ts'
import { openPeople, type People } from '#relay/backend/data-api/people.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import { readAs } from '#relay/backend/data-api/read-as.ts'
import type { Database } from '#relay/database/database.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { median, type Bench, type Measured } from './bench.ts'

const rounds = 5

const fill = async (database: Database): Promise<void> => {
  await database.query(
    `insert into config_items (type, config_class, name, external_id, config, health, tags, labels)
     select 'App::T' || (i % 40), 'App', 'app ' || i, array['app-' || i], jsonb_build_object('id', i, 'text', repeat('x', 500)),
            (array['healthy', 'unhealthy', 'warning'])[1 + i % 3], jsonb_build_object('namespace', 'ns' || i % 50),
            jsonb_build_object('app', 'a' || i % 500)
       from generate_series(1, 50000) as i`,
  )
  // By number, so that the graph is the same in every run: ids are random.
  const numbered = "with numbered as (select id, (config ->> 'id')::int as place from config_items)"
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

let filled: Promise<{ readonly database: Database; readonly people: People; readonly id: string }> | undefined
const catalog = () =>
  (filled ??= (async () => {
    const database = await openDatabase({ template: await embeddedTemplate() })
    await fill(database)
    const { rows } = await database.query<{ id: string }>("select id from config_items where name = 'app 5000'")
    const people = await openPeople({ database, log: pino({ level: 'silent' }) })
    return { database, people, id: rows[0]?.id ?? '' }
  })())

const viewer: Viewer = { id: '00000000-0000-4000-8000-000000000001', name: 'Ada', email: '', roles: ['admin'] }
const agents = { matching: () => [] }

interface CatalogContext {
  readonly people: People
  readonly id: string
}

const createBench = (name: string, mostMs: number, ask: (createBench: CatalogContext) => Promise<number>): Bench => ({
  name: `catalog of 50,000 items: ${name}`,
  goal: { atMost: 1 },
  run: async (): Promise<Measured> => {
    const context = await catalog()
    const times: number[] = []
    let rows = 0
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now()
      rows = await ask(context)
      times.push(performance.now() - start)
    }
    const ours = median(times)
    return { ours, reference: mostMs, ratio: ours / mostMs, unit: 'ms', note: `${rows} rows` }
  },
})

const listed = async ({ people }: CatalogContext, query: string): Promise<number> => {
  const read = { from: { kind: 'relation', name: 'configs' }, limit: 50, offset: 0, isCounted: true } as const
  const { rows } = await readAs(people, viewer, {
    ...read,
    query: parseQuery([...new URLSearchParams(query)], { call: false }),
  })
  return rows.length
}
const select = 'select=id,type,name,status,health,labels,tags,created_at,updated_at,changes,analysis&deleted_at=is.null'
const paletteSelect = 'select=id,name,type,health,status&deleted_at=is.null'
const paletteOrder = 'order=name.asc'
const paletteHeldMs = 50
const shownFirst = 'order=type.asc,name.asc,id.asc'

export const catalogReads: readonly Bench[] = [
  createBench('first rows', 2_000, (context) => listed(context, `${select}&${shownFirst}`)),
  createBench('search', 150, (context) =>
    listed(
      context,
      `${select}&or=(name.ilike.*499*,type.ilike.*499*,description.ilike.*499*,namespace.ilike.*499*)&${shownFirst}`,
    ),
  ),
  // The queries of the command palette for one kind, in parallel with those of the other kinds.
  createBench('palette, two words', 300, async (context) => {
    const found = await Promise.all([
      listed(context, `${paletteSelect}&and=(or(name.ilike."*app*"),or(name.ilike."*499*"))&${paletteOrder}&limit=20`),
      listed(context, `${paletteSelect}&and=(or(name.ilike."app 499*"))&${paletteOrder}&limit=5`),
      listed(context, `${paletteSelect}&id=in.(${context.id})&limit=1`),
    ])
    return found.reduce((sum, count) => sum + count, 0)
  }),
  {
    name: 'palette: match and rank of 1,000 names, more than the client holds',
    goal: { atMost: 1 },
    run: async (): Promise<Measured> => {
      const names = Array.from({ length: 1_000 }, (_, n) => `app ${n} of the harbour shop`)
      const times = Array.from({ length: rounds }, () => {
        const start = performance.now()
        rankByMatch(
          names.filter((name) => matchText(name, 'shop 499') !== null),
          'shop 499',
          (name) => name,
        )
        return performance.now() - start
      })
      const ours = median(times)
      return { ours, reference: paletteHeldMs, ratio: ours / paletteHeldMs, unit: 'ms' }
    },
  },
  createBench('overview', 1_000, async ({ people }) => {
    const summary: SummaryQuery = { groupBy: ['type'], changes: { since: '30d', parts: 30 }, cost: '30d' }
    return (await readSummary(people, viewer, { request: summary, nowMs: Date.now() })).length
  }),
  createBench('changes of two days', 1_000, async ({ people }) => {
    const { changes } = await readChanges(people, viewer, { request: { page_size: 1_000 }, agents, nowMs: Date.now() })
    return changes?.length ?? 0
  }),
  createBench('changes around an item', 1_000, async ({ people, id }) => {
    const { changes } = await readChanges(people, viewer, {
      request: { id, page_size: 1_000 },
      agents,
      nowMs: Date.now(),
    })
    return changes?.length ?? 0
  }),
  createBench('related at depth 5', 300, async ({ people, id }) => {
    const from = {
      kind: 'function',
      name: 'related_configs_recursive',
      args: { config_id: id, max_depth: 5 },
    } as const
    const { rows } = await readAs(people, viewer, {
      from,
      query: parseQuery([['select', 'id,name,type,health']], { call: false }),
      limit: 1_000,
      offset: 0,
      isCounted: true,
    })
    return rows.length
  }),
]
