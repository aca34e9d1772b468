import { tableTopic } from '#shared/live/table-topic.ts'

export const sendTable = tableTopic('notifications.sends', 'integrations', 'notification_send_history', {
  shows: ['notification_send_history', 'notifications'],
  changedBy: ['notification_send_history', 'notifications'],
})

export const silenceTable = tableTopic('notifications.silences', 'notifications', 'notification_silences')

export const onCallTable = tableTopic('notifications.oncall', 'database', 'on_call_rotations', {
  shows: ['team_members', 'on_call_rotations', 'on_call_overrides'],
  changedBy: ['on_call_rotations', 'on_call_overrides', 'team_members', 'teams'],
})
