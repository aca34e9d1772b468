import { z } from 'zod'
import { readObject } from '#shared/access/object-row.ts'
import { defineTopic } from '#shared/live/topic.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { componentRowSchema, type ComponentRow } from '#shared/topology/topology.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { About } from '#shared/access/question.ts'

const componentFilterSchema = z.strictObject({
  id: idSchema.optional(),
  status: z.string().optional(),
  type: z.string().optional(),
  labels: z.string().optional(),
  owner: z.string().optional(),
  team: z.string().optional(),
  agent_id: z.string().optional(),
  flatten: z.boolean().optional(),
  hidden: z.boolean().optional(),
})
export type ComponentFilter = z.infer<typeof componentFilterSchema>

const aboutComponent = ({ agent_id: agent, ...row }: ComponentRow): About => {
  const { agent: none, ...known } = readObject('component', row)
  return { component: agent == null || agent === localAgent ? { ...known, agent: none ?? null } : known }
}

/**
 * Each component once and unordered: roots (level 0) with two levels below; with `id` that component (level 0)
 * with three.
 */
export const topologyComponents = defineTopic<ComponentFilter, ComponentRow>({
  name: 'topology.components',
  params: componentFilterSchema,
  row: componentRowSchema,
  getKey: (row) => row.id,
  resource: 'topologies',
  shows: ['components'],
  changedBy: ['topologies', 'components', 'component_relationships', 'config_component_relationships'],
  getAbout: aboutComponent,
  pollEveryMs: 10_000,
  staleAfterMs: 25_000,
  hintGapMs: 500,
})
