import { tableTopic } from '#shared/live/table-topic.ts'

export const configTable = tableTopic('catalog.items', 'database', 'config_items', {
  shows: ['config_items', 'config_changes'],
  changedBy: ['config_items', 'config_changes'],
})

export const changeTable = tableTopic('catalog.changes', 'database', 'config_changes')

export const insightTable = tableTopic('catalog.insights', 'database', 'config_analysis')

export const relationshipTable = tableTopic('catalog.relationships', 'database', 'config_relationships', {
  shows: ['config_relationships', 'config_items'],
  changedBy: ['config_relationships', 'config_items'],
})

export const scraperTable = tableTopic('catalog.scrapers', 'config_scrapers', 'config_scrapers', {
  shows: ['config_scrapers', 'config_scrapers_with_status'],
  changedBy: ['config_scrapers', 'job_history'],
})
