import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { readTopologySpec } from './read-topology-spec.ts'

export interface TopologyRow {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly spec: unknown
}

export const topologyDocuments = (kinds: CheckKinds): LoneDocumentTable => ({
  ...resourceKinds.topologies,
  columns: ['schedule', 'labels'],
  read: async ({ spec, labels }) => {
    const read = await readTopologySpec(spec, kinds)
    return 'error' in read ? read : { columns: { schedule: read.topology.spec.schedule ?? null, labels } }
  },
})

export const readTopologies = async (database: Queryable, secrets: StoredSecrets): Promise<TopologyRow[]> =>
  (
    await database.query<TopologyRow>(
      `select id, name, namespace, coalesce(labels, '{}') as labels, spec from topologies
        where agent_id = '${localAgent}' and deleted_at is null order by name, id`,
    )
  ).rows.map((row) => secrets.open('topologies', row))

export const deleteOrphans = async (database: Queryable): Promise<readonly string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `update components set deleted_at = now(), updated_at = now()
      where deleted_at is null and topology_id in (select id from topologies where deleted_at is not null)
      returning id`,
  )
  return rows.map(({ id }) => id)
}
