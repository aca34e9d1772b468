import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether config items changed. */
export const configTable = tableTopic('catalog.items', 'database')
