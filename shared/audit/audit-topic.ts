import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether somebody did something that is recorded. */
export const auditTable = tableTopic('settings.audit', 'audit')
