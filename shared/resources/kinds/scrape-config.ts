import { defineResourceKind } from './resource-kind.ts'

export const scrapeConfig = defineResourceKind({
  kind: 'ScrapeConfig',
  apiGroup: 'configs',
  table: 'config_scrapers',
  noun: 'scraper',
  title: 'Catalog Scrapers',
  resource: 'config_scrapers',
  settingsFeature: null,
  specSchema: 'scrape_config.spec',
  documentSchemas: ['scrape_config', 'scrapeconfig'],
  hasNamespace: true,
  hasAgent: true,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: true,
  execCapability: 'runs programs or reads files of this machine',
  reference: 'scraper',
  jobResource: 'config_scraper',
  connectionColumns: ['spec'],
  secretColumns: ['spec'],
  documentColumns: ['spec'],
})
