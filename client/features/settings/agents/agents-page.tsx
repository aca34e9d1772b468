import { Plus } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { agents, isOnline, type Agent } from '#shared/agents/agents-topic.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { topicReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { agentColumns } from './agent-columns.tsx'
import { AgentDialog } from './agent-dialog.tsx'
import { AgentPanel } from './agent-panel.tsx'
import { listAgentFacts, agentStatus } from './agent-facts.ts'
import { DeleteAgent } from './delete-agent.tsx'
import { UpstreamLine } from './upstream-line.tsx'
import './agents.css'

const all = {}
const clockMs = 5_000
const byName = { id: 'name', desc: false }
const states = [
  { value: '', label: 'All' },
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
  { value: 'never seen', label: 'Never seen' },
]
const getId = ({ id }: Agent) => id

const offlineFirst = (nowMs: number) => (rows: readonly Agent[]) =>
  rows.toSorted((a, b) => Number(isOnline(a, nowMs)) - Number(isOnline(b, nowMs)) || compareValues(a.name, b.name))

export function AgentsPage() {
  const topic = useTopic(agents, all)
  const nowMs = useServerNow(clockMs)
  const rows = useMemo(() => [...topic.rows.values()], [topic.rows])
  const [search] = useQueryState('search')
  const [state] = useQueryState('status')
  const [openId, setOpenId] = useQueryState('id')
  const [dialog, setDialog] = useState<'add' | 'renew' | 'delete' | null>(null)
  const { reason: missing } = useAllowed('write', 'agents')
  const searchText = search.trim().toLowerCase()
  const source = useWholeList({
    reading: topicReading(topic, 'Agents'),
    columns: useMemo(() => agentColumns(nowMs, setOpenId), [nowMs, setOpenId]),
    rows: rows.filter(
      (agent) => agent.name.toLowerCase().includes(searchText) && (state === '' || agentStatus(agent, nowMs) === state),
    ),
    usual: byName,
    inUsualOrder: offlineFirst(nowMs),
  })
  const open = topic.rows.get(openId)
  const close = () => setDialog(null)
  return (
    <ListPage
      title="Agents"
      crumbs={settingsCrumbs}
      above={<UpstreamLine />}
      table="agents"
      label="Agents"
      source={source}
      getKey={getId}
      selected={openId}
      filters={
        <SelectFilters
          search={{ label: 'Search agents' }}
          choices={[{ key: 'status', label: 'Status', options: states }]}
        />
      }
      action={
        <Button look="primary" icon={<Plus />} disabledReason={missing} onClick={() => setDialog('add')}>
          Add agent
        </Button>
      }
      facts={rows.length === 0 ? [] : listAgentFacts(rows, nowMs)}
      apiPath="/api/db/agents_summary?order=name.asc"
      nothing={{
        isFiltered: rows.length > 0,
        noMatch: 'No agents match',
        empty: {
          title: 'No agents yet',
          text: 'An agent is a console on another machine that reports its checks, catalog and topologies to this one.',
        },
      }}
    >
      {open === undefined ? null : (
        <AgentPanel
          key={open.id}
          agent={open}
          nowMs={nowMs}
          missing={missing}
          onRenew={() => setDialog('renew')}
          onDelete={() => setDialog('delete')}
          onClose={() => setOpenId('')}
        />
      )}
      {dialog === 'add' ? <AgentDialog agent={null} agents={rows} onClose={close} /> : null}
      {dialog === 'renew' && open !== undefined ? <AgentDialog agent={open} agents={rows} onClose={close} /> : null}
      {dialog === 'delete' && open !== undefined ? <DeleteAgent agent={open} onClose={close} /> : null}
    </ListPage>
  )
}
