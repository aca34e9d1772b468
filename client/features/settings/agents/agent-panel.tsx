import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Agent } from '#shared/agents/agents-topic.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { resourceHref } from '#client/domain/resources/resource-href.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { SidePanel } from '#client/ui/layout/side-panel.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { TagList } from '#client/ui/tag-list.tsx'
import { formatValue } from '#shared/primitives/format-value.ts'
import { AgentMark } from './agent-columns.tsx'
import { agentStatus } from './agent-facts.ts'
import { reportedQuery } from './agents-api.ts'

interface AgentPanelProps {
  readonly agent: Agent
  readonly nowMs: number
  readonly missing: string | undefined
  readonly onRenew: () => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

function Reported({ id }: { readonly id: string }) {
  const { data, error } = useQuery(reportedQuery(id))
  if (error !== null) return <ErrorPanel error={error} />
  if (data === undefined) return null
  if (data.length === 0) return <p className="dim">Nothing reported yet.</p>
  return (
    <ul aria-label="Reported">
      {data.map((row) => (
        <li key={row.id}>
          <Link href={resourceHref(row.table, row.id)}>{row.name}</Link> <span className="dim">{row.kind}</span>
        </li>
      ))}
    </ul>
  )
}

export function AgentPanel({ agent, nowMs, missing, onRenew, onDelete, onClose }: AgentPanelProps) {
  const labels = Object.entries(agent.properties ?? {}).map(([key, value]) => [key, formatValue(value)])
  return (
    <SidePanel
      title={agent.name}
      mark={<AgentMark agent={agent} nowMs={nowMs} />}
      facts={
        <span>
          {agentStatus(agent, nowMs)}
          {agent.last_seen === null ? null : (
            <>
              , last seen <Age at={agent.last_seen} /> ago
            </>
          )}
        </span>
      }
      actions={
        <>
          <Button disabledReason={missing} onClick={onRenew}>
            New token
          </Button>
          <Button look="danger" disabledReason={missing} onClick={onDelete}>
            Delete
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="agent-body">
        <Properties
          entries={[
            ['Hostname', agent.hostname ?? undefined],
            ['Address', agent.ip ?? undefined],
            ['Version', agent.version ?? undefined],
            ['Description', agent.description ?? undefined],
            ['Labels', labels.length === 0 ? undefined : <TagList key="labels" tags={Object.fromEntries(labels)} />],
            ['Checks', formatCount(agent.checks_count)],
            ['Config items', formatCount(agent.config_count)],
            ['Last pushed', <Age key="at" at={agent.last_received} />],
            ['Created', <Moment key="at" at={agent.created_at} />],
            ['Created by', agent.created_by ?? undefined],
          ]}
        />
        <h3>Reported</h3>
        <Reported id={agent.id} />
      </div>
    </SidePanel>
  )
}
