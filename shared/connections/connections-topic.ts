import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether connections changed. */
export const connectionTable = tableTopic('settings.connections', 'connections')
