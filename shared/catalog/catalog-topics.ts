import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether config items changed. */
export const configTable = tableTopic('catalog.items', 'database')

/** Whether something happened to config items. */
export const changeTable = tableTopic('catalog.changes', 'database')

/** Whether analyzers found something, or what they found was settled. */
export const insightTable = tableTopic('catalog.insights', 'database')

/** Whether config items hang on each other in another way. */
export const relationshipTable = tableTopic('catalog.relationships', 'database')

/** Whether scrapers were changed, or ran. */
export const scraperTable = tableTopic('catalog.scrapers', 'config_scrapers')
