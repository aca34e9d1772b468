import { hashToken, newToken } from '#relay/backend/identity/safety/token.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface KnownAgent {
  readonly id: string
  readonly name: string
}

const prefix = 'qda_'
export const giveToken = async (
  database: Queryable,
  agentId: string,
): Promise<{ readonly access_token: string; readonly expires_at: string }> => {
  const token = newToken(prefix)
  const { rows } = await database.query<{ expires_at: string }>(
    `insert into relay.agent_tokens (agent_id, hash, expires_at) values ($1, $2, now() + interval '1 year')
     on conflict (agent_id) do update set hash = excluded.hash, created_at = now(), expires_at = excluded.expires_at
     returning expires_at`,
    [agentId, hashToken(token)],
  )
  return { access_token: token, expires_at: rows[0]?.expires_at ?? '' }
}

const tokenIn = (authorization: string | undefined): string | undefined => {
  const [scheme = '', value = ''] = authorization?.split(' ') ?? []
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return undefined
  return /^token:(.*)$/.exec(Buffer.from(value, 'base64').toString())?.[1]
}

export const authenticateAgent = async (
  database: Queryable,
  authorization: string | undefined,
): Promise<KnownAgent | string> => {
  const token = tokenIn(authorization)
  if (token === undefined)
    return 'An agent authenticates with its token. Set UPSTREAM_TOKEN to the token shown when the agent was added.'
  const { rows } = await database.query<KnownAgent & { is_over: boolean; is_deleted: boolean }>(
    `select agents.id, agents.name, agent_tokens.expires_at < now() as is_over, agents.deleted_at is not null as is_deleted
       from relay.agent_tokens join agents on agents.id = agent_tokens.agent_id
      where agent_tokens.hash = $1`,
    [hashToken(token)],
  )
  const [agent] = rows
  if (agent === undefined)
    return 'Unknown agent token. It was mistyped or replaced by a newer one; generate a new token for the agent.'
  if (agent.is_deleted) return `Agent ${agent.name} was deleted. Add it again and use the new token.`
  if (agent.is_over) return `The token of agent ${agent.name} has expired. Generate a new one.`
  return { id: agent.id, name: agent.name }
}
