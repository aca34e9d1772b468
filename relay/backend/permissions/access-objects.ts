import { z } from 'zod'
import { isId } from '#shared/primitives/id.ts'
import type { ObjectKind } from '#shared/access/objects.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { ObjectAttributes } from '#shared/access/match.ts'
import { objectRelations } from '#shared/access/object-row.ts'

export interface AccessObjects {
  readonly one: (kind: ObjectKind, id: string) => Promise<ObjectAttributes | null>
  readonly all: (kind: ObjectKind) => Promise<readonly ObjectAttributes[]>
}

const agent = (table: string) => `
  left join agents on agents.id = ${table}.agent_id and agents.id <> '${localAgent}'`
const agentColumns = 'agents.id as agent_id, agents.name as agent_name'

const selects: Record<ObjectKind, string> = {
  config: `
    select config_items.id, config_items.name, config_items.tags ->> 'namespace' as namespace, config_items.type,
      config_items.status, config_items.health, config_items.tags, config_items.labels, ${agentColumns}
    from config_items ${agent('config_items')}`,
  component: `
    select components.id, components.name, components.namespace, components.type, components.status, components.health,
      components.labels as tags, components.labels, ${agentColumns}
    from components ${agent('components')}`,
  canary: `
    select canaries.id, canaries.name, canaries.namespace, null as type, null as status, null as health,
      canaries.labels as tags, canaries.labels, ${agentColumns}
    from canaries ${agent('canaries')}`,
  playbook: `
    select id, name, namespace, category as type, null as status, null as health, tags, null as labels, null as agent_id,
      null as agent_name
    from playbooks`,
  connection: `
    select id, name, namespace, type, null as status, null as health, null as tags, null as labels, null as agent_id,
      null as agent_name
    from connections`,
}
const attributesSchema = z.record(z.string(), z.unknown()).nullable()
const rowSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  namespace: z.string().nullable(),
  type: z.string().nullable(),
  status: z.string().nullable(),
  health: z.string().nullable(),
  tags: attributesSchema,
  labels: attributesSchema,
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable(),
})

const toAttributes = (record: z.infer<typeof attributesSchema>) =>
  record === null ? null : Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)]))

const parseObject = (row: unknown): ObjectAttributes => {
  const { agent_id: agentId, agent_name: agentName, tags, labels, ...plain } = rowSchema.parse(row)
  return {
    ...plain,
    tags: toAttributes(tags),
    labels: toAttributes(labels),
    agent: agentId === null ? null : { id: agentId, name: agentName ?? '' },
  }
}

export const createAccessObjects = (database: Queryable): AccessObjects => ({
  one: async (kind, id) => {
    if (!isId(id)) return null
    const { rows } = await database.query(`${selects[kind]} where ${objectRelations[kind]}.id = $1`, [id])
    return rows[0] === undefined ? null : parseObject(rows[0])
  },
  all: async (kind) => (await database.query(selects[kind])).rows.map(parseObject),
})
