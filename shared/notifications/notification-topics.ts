import { tableTopic } from '#shared/live/table-topic.ts'

export const sendTable = tableTopic('notifications.sends', 'integrations')

export const silenceTable = tableTopic('notifications.silences', 'notifications')

export const onCallTable = tableTopic('notifications.oncall', 'database')
