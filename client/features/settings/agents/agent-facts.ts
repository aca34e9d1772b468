import { isOnline, type Agent } from '#shared/agents/agents-topic.ts'
import { formatCount } from '#shared/primitives/format-count.ts'

type AgentStatus = 'online' | 'offline' | 'never seen'

export const agentStatus = (agent: Pick<Agent, 'last_seen'>, nowMs: number): AgentStatus =>
  isOnline(agent, nowMs) ? 'online' : agent.last_seen === null ? 'never seen' : 'offline'

export const listAgentFacts = (rows: readonly Pick<Agent, 'last_seen'>[], nowMs: number): readonly string[] => {
  const statuses = rows.map((agent) => agentStatus(agent, nowMs))
  const missing = (['offline', 'never seen'] as const).flatMap((status) => {
    const count = statuses.filter((each) => each === status).length
    return count === 0 ? [] : [`${count} ${status}`]
  })
  return [formatCount(rows.length, 'agent'), ...(missing.length === 0 && rows.length > 0 ? ['all online'] : missing)]
}
