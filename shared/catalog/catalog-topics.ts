import { tableTopic } from '#shared/live/table-topic.ts'

export const configTable = tableTopic('catalog.items', 'database')

export const changeTable = tableTopic('catalog.changes', 'database')

export const insightTable = tableTopic('catalog.insights', 'database')

export const relationshipTable = tableTopic('catalog.relationships', 'database')

export const scraperTable = tableTopic('catalog.scrapers', 'config_scrapers')
