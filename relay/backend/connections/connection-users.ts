import { z } from 'zod'
import type { ConnectionUser } from '#shared/connections/connection-test.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Queryable } from '#relay/database/database.ts'

interface ReferenceSource {
  readonly relation: string
  readonly kind: string
  readonly text: string
}

const referenceSources: readonly ReferenceSource[] = [
  { relation: 'canaries', kind: 'Health check', text: 'spec::text' },
  { relation: 'config_scrapers', kind: 'Scraper', text: 'spec::text' },
  { relation: 'topologies', kind: 'Topology', text: 'spec::text' },
  { relation: 'playbooks', kind: 'Playbook', text: 'spec::text' },
  { relation: 'logging_backends', kind: 'Log backend', text: 'spec::text' },
  {
    relation: 'notifications',
    kind: 'Notification rule',
    text: "coalesce(custom_services::text, '') || coalesce(fallback_custom_services::text, '')",
  },
]

export interface NamedConnection {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly type: string
}

const idsSchema = z.array(z.object({ id: z.string() }))
const namedSchema = z.looseObject({ id: z.string(), name: z.string().nullish() })
const maxPerSource = 100

/** Names match only with their quotes, so that `db` is not found in `db-replica`. */
export const connectionUsers = async (
  database: Queryable,
  reader: ViewerReader,
  { id, name, namespace, type }: NamedConnection,
): Promise<readonly ConnectionUser[]> => {
  const written = [`connection://${namespace}/${name}`, `connection://${name}`, `connection://${type}/${name}`]
  const patterns = [...written.map((reference) => JSON.stringify(reference)), id]
  const users: ConnectionUser[] = []
  for (const { relation, kind, text } of referenceSources) {
    const { rows } = await database.query(
      `select id from ${relation}
        where deleted_at is null and exists (select 1 from unnest($1::text[]) sought where strpos(${text}, sought) > 0)
        limit ${maxPerSource}`,
      [patterns],
    )
    const ids = idsSchema.parse(rows).map((row) => row.id)
    if (ids.length === 0) continue
    for (const row of await reader.listRows(relation, 'id', ids)) {
      const { id: userId, name: userName } = namedSchema.parse(row)
      users.push({ kind, id: userId, name: userName ?? '' })
    }
  }
  return users
}
