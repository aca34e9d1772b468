import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether permissions changed. */
export const permissionTable = tableTopic('settings.permissions', 'permissions')
