import { keepPreviousData, queryOptions, type QueryFilters } from '@tanstack/react-query'
import { z } from 'zod'
import { localAgent } from '#shared/agents/local-agent.ts'
import { listRows, insertRows, deleteRows } from '#client/api/data-api.ts'
import { nullableText, orNull, listColumns } from '#shared/primitives/row-values.ts'
import { idList } from '#client/api/list-query.ts'

/** No live topic reports changes of related resources, so panels poll. */
const panelsEveryMs = 15_000
export const panelRows = 5
export const mostPanelRows = 200

export const topologyKey = ['topology'] as const

/** In the order of the page. */
const panels = [
  'config_component_relationships',
  'incidents_by_component',
  'checks_by_component',
  'analysis_by_component',
  'changes_by_component',
  'team_components',
  'playbook_runs',
] as const
export type Panel = (typeof panels)[number]

/** First loads of a panel and of those above it. */
export const pendingUpTo = (componentId: string, panel: Panel): QueryFilters => {
  const upTo = new Set<unknown>(panels.slice(0, panels.indexOf(panel) + 1))
  return {
    queryKey: [...topologyKey, componentId],
    predicate: ({ queryKey: [, , relation], state }) => state.status === 'pending' && upTo.has(relation),
  }
}

const panelQuery = <Row>(
  componentId: string,
  relation: Panel,
  row: z.ZodObject & z.ZodType<Row>,
  query: Readonly<Record<string, string | number>>,
) =>
  queryOptions({
    queryKey: [...topologyKey, componentId, relation, query['limit']],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      listRows(relation, {
        row,
        query: { component_id: `eq.${componentId}`, select: listColumns(row), ...query },
        signal,
      }),
    refetchInterval: panelsEveryMs,
  })

const linkedItemSchema = z.object({
  config_id: z.string(),
  selector_id: nullableText,
  configs: orNull(
    z.object({
      id: z.string(),
      name: nullableText,
      type: nullableText,
      health: nullableText,
      status: nullableText,
      deleted_at: nullableText,
    }),
  ),
})
export type LinkedItem = z.infer<typeof linkedItemSchema>

const byHand = 'manual'
export const isLinkedByHand = ({ selector_id: selector }: LinkedItem): boolean => selector === byHand

export const linkedItemsQuery = (componentId: string) =>
  panelQuery(componentId, 'config_component_relationships', linkedItemSchema, {
    select:
      'config_id,selector_id,configs!config_component_relationships_config_id_fkey(id,name,type,health,status,deleted_at)',
    deleted_at: 'is.null',
    limit: mostPanelRows,
  })

export const linkItem = (componentId: string, itemId: string): Promise<void> =>
  insertRows('config_component_relationships', { component_id: componentId, config_id: itemId, selector_id: byHand })

/** Links made by a selector are not affected. */
export const unlinkItem = (componentId: string, itemId: string): Promise<void> =>
  deleteRows('config_component_relationships', {
    component_id: `eq.${componentId}`,
    config_id: `eq.${itemId}`,
    selector_id: `eq.${byHand}`,
  })

const componentCheckSchema = z.object({
  id: z.string(),
  name: nullableText,
  type: nullableText,
  severity: nullableText,
  status: nullableText,
})
export type ComponentCheck = z.infer<typeof componentCheckSchema>

export const checksQuery = (componentId: string, limit: number) =>
  panelQuery(componentId, 'checks_by_component', componentCheckSchema, {
    order: 'status.desc.nullslast,name.asc',
    limit,
  })

const componentIncidentSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: nullableText,
  severity: nullableText,
  created_at: nullableText,
})
export type ComponentIncident = z.infer<typeof componentIncidentSchema>

export const incidentsQuery = (componentId: string) =>
  panelQuery(componentId, 'incidents_by_component', componentIncidentSchema, {
    order: 'created_at.desc',
    limit: panelRows,
  })

const componentInsightSchema = z.object({
  analysis_id: z.string(),
  config_id: z.string(),
  name: nullableText,
  analysis_type: nullableText,
  severity: nullableText,
  first_observed: nullableText,
})
export type ComponentInsight = z.infer<typeof componentInsightSchema>

export const insightsQuery = (componentId: string, limit: number) =>
  panelQuery(componentId, 'analysis_by_component', componentInsightSchema, {
    limit,
  })

const componentChangeSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  name: nullableText,
  change_type: nullableText,
  severity: nullableText,
  created_at: nullableText,
})
export type ComponentChange = z.infer<typeof componentChangeSchema>

export const changesQuery = (componentId: string, limit: number) =>
  panelQuery(componentId, 'changes_by_component', componentChangeSchema, {
    order: 'created_at.desc',
    limit,
  })

const componentRunSchema = z.object({
  id: z.string(),
  status: z.string(),
  created_at: nullableText,
  playbooks: orNull(z.object({ name: z.string(), title: nullableText })),
})
export type ComponentRun = z.infer<typeof componentRunSchema>

export const runsQuery = (componentId: string) =>
  panelQuery(componentId, 'playbook_runs', componentRunSchema, {
    select: 'id,status,created_at,playbooks(name,title)',
    parent_id: 'is.null',
    order: 'created_at.desc',
    limit: panelRows,
  })

const componentTeamSchema = z.object({
  role: nullableText,
  team: orNull(z.object({ id: z.string(), name: z.string() })),
})
export type ComponentTeam = z.infer<typeof componentTeamSchema>

export const teamsQuery = (componentId: string) =>
  panelQuery(componentId, 'team_components', componentTeamSchema, { select: 'role,team:teams(id,name)' })

export const agentNamesQuery = queryOptions({
  queryKey: [...topologyKey, 'agents'],
  queryFn: async ({ signal }) => {
    const { rows } = await listRows('agents', {
      row: z.object({ id: z.string(), name: nullableText }),
      query: { select: 'id,name' },
      signal,
    })
    return new Map(rows.map(({ id, name }) => [id, id === localAgent ? 'local' : (name ?? id)]))
  },
  staleTime: 60_000,
})

const parentSchema = z.object({ id: z.string(), name: z.string() })

export const parentsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...topologyKey, 'names', ...ids],
    queryFn: async ({ signal }) => {
      const query = { select: 'id,name', id: idList(ids) }
      const { rows } = await listRows('components', { row: parentSchema, query, signal })
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    staleTime: 60_000,
  })
