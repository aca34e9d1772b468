import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether config items changed. */
export const configTable = tableTopic('catalog.items', 'database')

/** Whether something happened to config items. */
export const changeTable = tableTopic('catalog.changes', 'database')
