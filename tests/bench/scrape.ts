import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScraper, type RunDeps } from '#relay/backend/scrapers/run-scraper.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { readScraperSpec } from '#relay/backend/scrapers/scraper-spec.ts'
import type { Database } from '#relay/database/database.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { interleave, type Bench } from './bench.ts'

const items = 50_000
const perFile = 1_000
const changedEach = 100
const pairs = 3

/** About 600 characters, like a small manifest. */
const createDocument = (id: number, round: number) => ({
  id: `app-${id}`,
  name: `App ${id}`,
  kind: 'App',
  metadata: { namespace: `team-${id % 50}`, labels: { app: `app-${id}`, tier: id % 2 === 0 ? 'front' : 'back' } },
  spec: {
    replicas: 1 + (id % changedEach === 0 ? round : 0),
    image: `registry.example.test/app-${id}:1.2.3`,
    ports: [
      { name: 'http', port: 8080 },
      { name: 'metrics', port: 9090 },
    ],
    env: Array.from({ length: 6 }, (_, at) => ({ name: `SETTING_${at}`, value: `value ${at} of ${id}` })),
  },
})

const upsert = `
  insert into bench_items (type, id, name, config, scraped_at)
  select type, id, name, config, now() from jsonb_to_recordset($1::jsonb) as given (type text, id text, name text, config jsonb)
  on conflict (type, id) do update set name = excluded.name, config = excluded.config, scraped_at = excluded.scraped_at`

const bySql = async (database: Database, round: number): Promise<void> => {
  for (let from = 0; from < items; from += 500) {
    const rows = Array.from({ length: 500 }, (_, at) => {
      const config = createDocument(from + at, round)
      return { type: 'App', id: config.id, name: config.name, config }
    })
    await database.query(upsert, [JSON.stringify(rows)])
  }
}

const writeFiles = async (folder: string, round: number): Promise<void> => {
  for (let from = 0; from < items; from += perFile) {
    const documents = Array.from({ length: perFile }, (_, at) => createDocument(from + at, round))
    await writeFile(join(folder, `${from}.json`), JSON.stringify(documents))
  }
}

const createDeps = (database: Database): RunDeps => ({
  database,
  onChange: () => undefined,
  onEvent: () => undefined,
  resolveSecret: async () => '',
  resolveConnection: () => Promise.reject(new Error('none')),
  isHidden: async () => false,
  itemsMax: 100_000,
  reportsMax: 100_000,
  signal: new AbortController().signal,
})

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const run = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scrape-'))
  const database = await openDatabase({ dataDir: undefined, template: await embeddedTemplate() })
  try {
    const file = { paths: [`${folder}/*.json`], type: '$.kind', id: '$.id', name: '$.name' }
    const read = await readScraperSpec({ timeout: '10m', file: [file] }, scraperKinds)
    if ('error' in read) throw new Error(read.error.reason)
    await database.query(
      'create table bench_items (type text, id text, name text, config jsonb, scraped_at timestamptz, primary key (type, id))',
    )
    const { rows } = await database.query<{ id: string }>(
      "insert into config_scrapers (name, spec, source) values ('bench', '{}', 'UI') returning id",
    )
    const scraper = { id: rows[0]?.id ?? '', name: 'bench', spec: read.spec }
    let round = 0
    const scrape = async () => {
      await writeFiles(folder, (round += 1))
      return timed(async () => {
        const summary = await runScraper(scraper, createDeps(database))
        if (summary.errorCount > 0) throw new Error(summary.errors.join(' '))
      })
    }
    await scrape()
    await bySql(database, 0)
    let sqlRound = 0
    return await interleave(pairs, 'ms', scrape, () => timed(() => bySql(database, (sqlRound += 1))))
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export const scrapeBench: Bench = {
  name: 'scrape of 50,000 items, 1 % changed ÷ the same upserts',
  goal: { atMost: 1.5 },
  run,
}
