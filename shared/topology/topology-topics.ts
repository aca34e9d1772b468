import { z } from 'zod'
import type { About } from '#shared/access/decide.ts'
import { readObject } from '#shared/access/object-row.ts'
import { defineTopic } from '#shared/live/topic.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { componentRowSchema, type ComponentRow } from '#shared/topology/topology.ts'

const localAgent = '00000000-0000-0000-0000-000000000000'

/** Which components: all roots where nothing is said. */
const componentFilterSchema = z.strictObject({
  /** This component, and those below it. */
  id: idSchema.optional(),
  /** Comma lists of patterns: `unhealthy,warning`, `!healthy`, `Kube*`. */
  status: z.string().optional(),
  type: z.string().optional(),
  /** `key=value`, `!key=value`, comma-separated. */
  labels: z.string().optional(),
  owner: z.string().optional(),
  team: z.string().optional(),
  agent_id: z.string().optional(),
  /** All components at level 0, not the roots alone. */
  flatten: z.boolean().optional(),
  /** Hidden ones too. */
  hidden: z.boolean().optional(),
})
export type ComponentFilter = z.infer<typeof componentFilterSchema>

/** Of a component that an agent brought the agent's name is not known. */
const aboutComponent = ({ agent_id: agent, ...row }: ComponentRow): About => {
  const { agent: none, ...known } = readObject('component', row)
  return { component: agent == null || agent === localAgent ? { ...known, agent: none ?? null } : known }
}

/**
 * Components, each once, as one row: the roots (level 0) with two levels below them; with `id` that component (level 0) with three.
 * The order of rows means nothing.
 */
export const topologyComponents = defineTopic<ComponentFilter, ComponentRow>({
  name: 'topology.components',
  params: componentFilterSchema,
  row: componentRowSchema,
  getKey: (row) => row.id,
  resource: 'topologies',
  getAbout: aboutComponent,
  pollEveryMs: 10_000,
  staleAfterMs: 25_000,
  hintGapMs: 500,
})
