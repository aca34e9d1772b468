import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether messages were sent, or rules changed. What was sent belongs to the same object of access as integrations. */
export const sendTable = tableTopic('notifications.sends', 'integrations')

/** Whether silences changed. */
export const silenceTable = tableTopic('notifications.silences', 'notifications')

/** Whether rotations or overrides of those who are on call changed. */
export const onCallTable = tableTopic('notifications.oncall', 'database')
