import { tableTopic } from '#shared/live/table-topic.ts'

export const permissionTable = tableTopic('settings.permissions', 'permissions', 'permissions')
