import { expect, test } from 'vitest'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { createScraperKind } from '#relay/backend/scrapers/scraper-kind.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { startMssql } from '#relay/testing/mssql-server.ts'
import { sql } from './sql.ts'

const scrape = async (connection: string): Promise<unknown[]> => {
  const read = createScraperKind(sql).read({ connection, query: 'select one from t' })
  if ('issues' in read) throw new Error('rejected')
  const run = createClientRun(
    { mask: new Mask(), timeoutMs: 5_000, resolveSecret: async (source) => String(source) },
    new AbortController().signal,
  )
  const found: unknown[] = []
  const context = { ...run, isHidden: async () => false, positions: new Map<string, string>(), onStored: () => {} }
  for await (const item of read.scraper.scrape(context)) found.push(item.kind === 'item' ? item.config : item)
  return found
}

test('reads any number of rows of SQL Server', async () => {
  const values = Array.from({ length: 1_700 }, (_, index) => `row ${index}`)
  const server = await startMssql('pass-of-sa', { respond: () => values })
  try {
    expect(await scrape(`sqlserver://sa:pass-of-sa@127.0.0.1:${server.port}`)).toEqual(values.map((one) => ({ one })))
  } finally {
    await server.close()
  }
})

test('fails when no MySQL server listens', async () => {
  await expect(scrape('mysql://root:pass@127.0.0.1:1/db')).rejects.toThrow('ECONNREFUSED')
})
