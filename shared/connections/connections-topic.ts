import { tableTopic } from '#shared/live/table-topic.ts'

export const connectionTable = tableTopic('settings.connections', 'connections', 'connections')
