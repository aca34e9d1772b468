import { tableTopic } from '#shared/live/table-topic.ts'

export const auditTable = tableTopic('settings.audit', 'audit', 'audit_log')
