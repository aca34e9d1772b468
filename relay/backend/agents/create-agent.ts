import { giveToken } from '#relay/backend/agents/agent-tokens.ts'
import { nameActor } from '#relay/backend/rows/actor.ts'
import type { Database } from '#relay/database/database.ts'

interface NewAgent {
  readonly name: string
  readonly properties: Readonly<Record<string, unknown>>
}

export const createAgent = (database: Database, by: string, { name, properties }: NewAgent) =>
  database.transaction(async (transaction) => {
    await nameActor(transaction, by)
    const person = await transaction.query<{ id: string }>(
      `insert into people (name, type) values ($1, 'agent') returning id`,
      [name],
    )
    const personId = person.rows[0]?.id ?? ''
    const agent = await transaction.query<{ id: string }>(
      `insert into agents (name, username, person_id, properties, created_by)
       values ($1, $1, $2, $3::jsonb, (select id from people where id = $4)) returning id`,
      [name, personId, JSON.stringify(properties), by],
    )
    const agentId = agent.rows[0]?.id ?? ''
    return { id: personId, username: name, agent_id: agentId, ...(await giveToken(transaction, agentId)) }
  })
