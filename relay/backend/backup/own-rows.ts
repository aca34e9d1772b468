import { isTableWith } from '#shared/resources/resource-kinds.ts'
import { localAgent } from '#shared/agents/local-agent.ts'

const madeByEngines = "'^(component|topology|push|crdsync|kubernetes/)'"
const local = `'${localAgent}'`

/** SQL condition: rows written for this console, not created by an engine or an agent. */
export const ownRows = (table: string): string => {
  const isLocal = isTableWith(table, 'hasAgent') ? ` and coalesce(${table}.agent_id, ${local}) = ${local}` : ''
  return `coalesce(${table}.source::text, '') !~* ${madeByEngines}${isLocal}`
}
