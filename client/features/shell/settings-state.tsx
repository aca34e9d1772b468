import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { localAgent } from '#shared/agents/local-agent.ts'
import { auditEntrySchema, auditedKinds } from '#shared/audit/audit-entry.ts'
import { connectionTestsRoute } from '#shared/connections/connection-test.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { relaysRoute } from '#shared/relays/relay-routes.ts'
import { countDiffering, summarizeRelays } from '#shared/relays/relays-topic.ts'
import { resourceKinds, tablesWith } from '#shared/resources/resource-kinds.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { call } from '#client/api/call.ts'
import { listRows } from '#client/api/data-api.ts'
import { resourceListHref } from '#client/domain/resources/resource-href.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { StateMark, type State } from '#client/ui/state-mark.tsx'

interface PartState {
  readonly state: State
  readonly text: string
}

type Ask = (signal: AbortSignal) => Promise<PartState | null>

const everyMs = 15_000

const countRows = async (relation: string, query: Readonly<Record<string, string>>, signal: AbortSignal) => {
  const { rows, total } = await listRows(relation, { row: z.unknown(), query: { ...query, limit: 1 }, signal })
  return total ?? rows.length
}

const withJobs =
  (relation: string, one: string, many?: string): Ask =>
  async (signal) => {
    const there = { select: 'id', deleted_at: 'is.null' }
    const [all, failed, warned] = await Promise.all([
      countRows(relation, there, signal),
      countRows(relation, { ...there, job_status: 'eq.FAILED' }, signal),
      countRows(relation, { ...there, job_status: 'eq.WARNING' }, signal),
    ])
    if (failed > 0) return { state: 'unhealthy', text: `${failed} of ${formatCount(all, one, many)} failing` }
    if (warned > 0) return { state: 'warning', text: `${warned} of ${formatCount(all, one, many)} with errors` }
    return all === 0 ? null : { state: 'healthy', text: formatCount(all, one, many) }
  }

/** Results of checks: a canary whose checks fail is not a failed job. */
const withResults: Ask = async (signal) => {
  const present = { select: 'id', deleted_at: 'is.null' }
  const [all, failed] = await Promise.all([
    countRows('checks', present, signal),
    countRows('checks', { ...present, status: 'eq.unhealthy' }, signal),
  ])
  if (failed > 0) return { state: 'unhealthy', text: `${failed} of ${formatCount(all, 'health check')} failing` }
  return all === 0 ? null : { state: 'healthy', text: formatCount(all, 'health check') }
}

const counted =
  (relation: string, one: string, many?: string): Ask =>
  async (signal) => {
    const all = await countRows(relation, { select: 'id', deleted_at: 'is.null' }, signal)
    return all === 0 ? null : { state: 'healthy', text: formatCount(all, one, many) }
  }

const failedEvents: Ask = async (signal) => {
  const failed = await countRows('failed_events', { select: '*' }, signal)
  return failed === 0 ? null : { state: 'unhealthy', text: `${formatCount(failed, 'event')} failed` }
}

const testedConnections: Ask = async (signal) => {
  const [all, tests] = await Promise.all([
    countRows('connections', { select: 'id', deleted_at: 'is.null' }, signal),
    call(connectionTestsRoute, { signal }),
  ])
  const failed = tests.filter(({ ok }) => !ok).length
  if (failed > 0)
    return { state: 'unhealthy', text: `${failed} of ${formatCount(all, 'connection')} failed the last test` }
  return all === 0 ? null : { state: tests.length > 0 ? 'healthy' : 'unknown', text: formatCount(all, 'connection') }
}

const runsOfDay: Ask = async (signal) => {
  const day = { select: 'id', created_at: `gt.${new Date(serverNow() - dayMs).toISOString()}` }
  const [all, failed] = await Promise.all([
    countRows('job_histories', day, signal),
    countRows('job_histories', { ...day, 'status.filter': 'FAILED' }, signal),
  ])
  if (failed > 0)
    return { state: 'unhealthy', text: `${formatCount(failed)} of ${formatCount(all, 'run')} failed in 24 h` }
  return all === 0 ? null : { state: 'healthy', text: `${formatCount(all, 'run')} in 24 h` }
}

const entrySchema = auditEntrySchema.pick({
  at: true,
  person_name: true,
  action: true,
  table_name: true,
  row_name: true,
})

const formatKind = (table: string): string => {
  const noun = auditedKinds[table] ?? table
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const reportingAgents: Ask = async (signal) => {
  const query = { select: 'id', deleted_at: 'is.null', id: `neq.${localAgent}` }
  const all = await countRows('agents', query, signal)
  return all === 0 ? null : { state: 'healthy', text: formatCount(all, 'agent') }
}

const lastChange: Ask = async (signal) => {
  const query = { select: Object.keys(entrySchema.shape).join(','), order: 'at.desc', limit: 1 }
  const [entry] = (await listRows('audit_log', { row: entrySchema, query, signal })).rows
  if (entry === undefined) return null
  const { at, person_name: person, action, table_name: table, row_name: name } = entry
  const ago = formatSpan(Math.max(0, serverNow() - Date.parse(at)))
  return { state: 'healthy', text: `${person ?? 'The console'} ${action} ${name ?? formatKind(table)} ${ago} ago` }
}

const livingRelays: Ask = async (signal) => {
  const relays = await call(relaysRoute, { signal })
  const silent = relays.filter(({ state }) => state === 'silent').length
  if (silent > 0)
    return { state: 'unhealthy', text: `${silent} of ${formatCount(relays.length, 'relay')} not responding` }
  return { state: countDiffering(relays) > 0 ? 'warning' : 'healthy', text: summarizeRelays(relays) }
}

const turnedOff: Ask = async (signal) => {
  const off = await countRows('properties', { select: 'name', name: 'like.*.disable', value: 'eq.true' }, signal)
  return {
    state: off === 0 ? 'healthy' : 'warning',
    text: off === 0 ? 'All features on' : `${formatCount(off, 'feature')} off`,
  }
}

const queries: Readonly<Record<string, Ask>> = {
  ...Object.fromEntries(
    tablesWith('settingsFeature').map((table) => [resourceListHref(table), counted(table, resourceKinds[table].noun)]),
  ),
  [linkTo(routes.settingsTable, { table: 'canaries' })]: withResults,
  [routes.scrapers]: withJobs('config_scrapers_with_status', 'scraper'),
  [linkTo(routes.settingsTable, { table: 'topologies' })]: withJobs('topologies_with_status', 'topology', 'topologies'),
  [routes.integrations]: withJobs('integrations_with_status', 'integration'),
  [linkTo(routes.settingsTable, { table: 'incident_rules' })]: counted('incident_rules', 'rule'),
  [routes.eventQueue]: failedEvents,
  [routes.connections]: testedConnections,
  [routes.jobs]: runsOfDay,
  [routes.audit]: lastChange,
  [routes.featureFlags]: turnedOff,
  [routes.agents]: reportingAgents,
  [routes.relays]: livingRelays,
  [routes.permissions]: counted('permissions', 'permission'),
  [routes.users]: counted('people', 'person', 'people'),
}

/** Production backends do not have these counts. */
export function SettingsState({ href }: { readonly href: string }) {
  const ask = hasOwnBackend() ? queries[href] : undefined
  const { data, error } = useQuery({
    queryKey: ['settings', 'state', href],
    queryFn: async ({ signal }) => (await ask?.(signal)) ?? null,
    enabled: ask !== undefined,
    refetchInterval: everyMs,
  })
  if (error !== null) return <span className="settings-state faint">state unknown</span>
  if (!data) return null
  const { state, text } = data
  return (
    <span className="settings-state">
      {state === 'healthy' ? null : <StateMark state={state} label="" />} {text}
    </span>
  )
}
