import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { ignoredFields, listIgnoredFields } from '#relay/backend/resources/ignored-fields.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import { readScraperSpec, type ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface ScraperRow {
  readonly id: string
  readonly name: string
  readonly spec: unknown
}

export const scraperDocuments = (kinds: ScraperKinds): LoneDocumentTable => ({
  ...resourceKinds.config_scrapers,
  columns: ['description'],
  read: async (document) => {
    const { spec, annotations } = document
    const read = await readScraperSpec(spec, kinds)
    if ('error' in read) return read
    return {
      columns: { description: annotations['description'] ?? null },
      warnings: listIgnoredFields(document, ignoredFields.scraper),
    }
  },
})

export const readScrapers = async (database: Queryable, secrets: StoredSecrets): Promise<ScraperRow[]> =>
  (
    await database.query<ScraperRow>(
      `select id, name, spec from config_scrapers
        where agent_id = '${localAgent}' and deleted_at is null order by name, id`,
    )
  ).rows.map((row) => secrets.open('config_scrapers', row))
