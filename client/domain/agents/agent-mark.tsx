import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { isOnline } from '#shared/agents/agents-topic.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { Age } from '#client/ui/age.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { agentQuery } from './agent-query.ts'
import './agent-mark.css'

const lookAgainMs = 5_000

export function AgentMark({ agentId }: { readonly agentId: string | null | undefined }) {
  const { data: agent } = useQuery(agentQuery(agentId))
  const nowMs = useServerNow(lookAgainMs)
  if (agent == null) return null
  const { id, name, last_seen: seen, last_received: received, deleted_at: deletedAt } = agent
  const last = received ?? seen
  if (deletedAt !== null)
    return (
      <span className="agent-mark">
        <Tag tone="warn">{`Agent ${name} was deleted`}</Tag>
        {last === null ? null : (
          <span>
            last reported <Age at={last} /> ago
          </span>
        )}
      </span>
    )
  return (
    <span className="agent-mark">
      <span>
        agent <Link href={`${routes.agents}?id=${encodeURIComponent(id)}`}>{name}</Link>
      </span>
      {isOnline(agent, nowMs) ? null : (
        <>
          <Tag tone="warn">offline</Tag>
          {last === null ? null : (
            <span>
              last reported <Age at={last} /> ago
            </span>
          )}
        </>
      )}
    </span>
  )
}
