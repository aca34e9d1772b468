import { isOnline, type Agent } from '#shared/agents/agents-topic.ts'

type Word = 'online' | 'offline' | 'never seen'

/** How an agent is: one that reported once and no longer does is offline. */
export const wordOf = (agent: Pick<Agent, 'last_seen'>, nowMs: number): Word =>
  isOnline(agent, nowMs) ? 'online' : agent.last_seen === null ? 'never seen' : 'offline'

/** How many agents there are, and how many of them do not report, the worse first. */
export const factsOf = (rows: readonly Pick<Agent, 'last_seen'>[], nowMs: number): readonly string[] => {
  const words = rows.map((agent) => wordOf(agent, nowMs))
  const missing = (['offline', 'never seen'] as const).flatMap((word) => {
    const count = words.filter((each) => each === word).length
    return count === 0 ? [] : [`${count} ${word}`]
  })
  return [
    `${rows.length} ${rows.length === 1 ? 'agent' : 'agents'}`,
    ...(missing.length === 0 && rows.length > 0 ? ['all online'] : missing),
  ]
}
