import { pushedTables } from '#relay/backend/agents/pushed-tables.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Database } from '#relay/database/database.ts'

const ofAgents = pushedTables.filter(({ hasAgent }) => hasAgent)

export const followDeletedAgents = async (database: Database, onChange: OnChange): Promise<void> => {
  for (const { name } of ofAgents) {
    const { rows } = await database.query<{ id: string }>(
      `update ${name} set deleted_at = now() from agents
        where agents.id = ${name}.agent_id and agents.deleted_at is not null and agents.cleanup and ${name}.deleted_at is null
       returning ${name}.id`,
    )
    if (rows.length > 0) onChange({ relation: name, ids: rows.map(({ id }) => id) })
  }
}
