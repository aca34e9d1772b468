import { tableTopic } from '#shared/live/table-topic.ts'

/** Whether incidents changed, or anything that belongs to one: hypotheses, evidence, comments, responders. */
export const incidentTable = tableTopic('incidents', 'incident')
