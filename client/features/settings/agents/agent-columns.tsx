import type { Agent } from '#shared/agents/agents-topic.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, countColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { agentStatus } from './agent-facts.ts'

const states = { online: 'healthy', offline: 'unhealthy', 'never seen': 'unknown' } as const

export function AgentMark({ agent, nowMs }: { readonly agent: Agent; readonly nowMs: number }) {
  const status = agentStatus(agent, nowMs)
  return <StateMark state={states[status]} label={status} />
}

const counted = { rank: 4, width: 104 }

export const agentColumns = (nowMs: number, onOpen: (id: string) => void): readonly ListColumn<Agent>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 160,
    text: ({ name }) => name,
    cell: (agent) => (
      <span className="name-cell">
        <AgentMark agent={agent} nowMs={nowMs} />
        <button type="button" className="link cut" onClick={() => onOpen(agent.id)}>
          <MiddleCut text={agent.name} />
        </button>
      </span>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    rank: 1,
    width: 112,
    text: (agent) => agentStatus(agent, nowMs),
    cell: (agent) => {
      const status = agentStatus(agent, nowMs)
      return <span className={status === 'offline' ? 'bad-text' : 'dim'}>{status}</span>
    },
  },
  ageColumn(({ last_seen: at }) => at, { id: 'last_seen', title: 'Last Seen', rank: 2, width: 80 }),
  countColumn(({ config_count: count }) => count, { id: 'configs', title: 'Configs', ...counted }),
  countColumn(({ checks_count: count }) => count, { id: 'checks', title: 'Checks', ...counted }),
  countColumn(({ config_scrapper_count: count }) => count, { id: 'scrapers', title: 'Scrapers', ...counted }),
  countColumn(({ playbook_runs_count: count }) => count, { id: 'runs', title: 'Playbook Runs', ...counted }),
  ageColumn(({ last_received: at }) => at, {
    id: 'last_pushed',
    title: 'Last Pushed',
    rank: 3,
    width: 104,
  }),
  ageColumn(({ created_at: at }) => at, { id: 'created_at', title: 'Created At', rank: 5, width: 96 }),
  plainColumn(({ created_by: by }) => by, {
    id: 'created_by',
    title: 'Created By',
    rank: 6,
    width: 144,
    className: 'dim cut',
    none: '–',
  }),
]
