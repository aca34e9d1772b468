import { z } from 'zod'
import type { ObjectKind } from '#shared/access/objects.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { ObjectAttributes } from './match.ts'

const tagsSchema = z.record(z.string(), z.unknown()).nullish()

export const objectRowSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  namespace: z.string().nullish(),
  type: z.string().nullish(),
  status: z.string().nullish(),
  health: z.string().nullish(),
  tags: tagsSchema,
  labels: tagsSchema,
  agent: z.object({ id: z.string(), name: z.string().nullish() }).nullish(),
})

export const objectRelations: Record<ObjectKind, string> = {
  config: 'config_items',
  component: 'components',
  canary: 'canaries',
  playbook: 'playbooks',
  connection: 'connections',
}

const agent = 'agent:agents(id,name)'

export const objectSelects: Record<ObjectKind, string> = {
  config: `id,name,type,status,health,tags,labels,${agent}`,
  component: `id,name,namespace,type,status,health,labels,${agent}`,
  canary: `id,name,namespace,labels,${agent}`,
  playbook: 'id,name,namespace,type:category,tags',
  connection: 'id,name,namespace,type',
}

const toStrings = (record: z.infer<typeof tagsSchema>) =>
  Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [key, String(value)]))

export const readObject = (kind: ObjectKind, row: z.infer<typeof objectRowSchema>): ObjectAttributes => {
  const { id, name, namespace, type, status, health, agent: of } = row
  const [tags, labels] = [toStrings(row.tags), toStrings(row.labels)]
  return {
    id,
    name: name ?? null,
    namespace: namespace ?? (kind === 'config' ? (tags['namespace'] ?? null) : null),
    type: type ?? null,
    status: status ?? null,
    health: health ?? null,
    tags: kind === 'component' || kind === 'canary' ? labels : tags,
    labels,
    agent: of == null || of.id === localAgent ? null : { id: of.id, name: of.name ?? '' },
  }
}
