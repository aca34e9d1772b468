import { z } from 'zod'
import type { ConnectionUser } from '#shared/connections/connection-test.ts'
import { allResourceKinds } from '#shared/resources/resource-kinds.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Queryable } from '#relay/database/database.ts'

const kinds = allResourceKinds.filter(({ connectionColumns }) => connectionColumns.length > 0)

const toLabel = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`

interface NamedConnection {
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
  for (const { table, noun, connectionColumns } of kinds) {
    const text = connectionColumns.map((column) => `${column}::text`).join(', ')
    const { rows } = await database.query(
      `select id from ${table}
        where deleted_at is null and exists (select 1 from unnest($1::text[]) wanted where strpos(concat(${text}), wanted) > 0)
        limit ${maxPerSource}`,
      [patterns],
    )
    const ids = idsSchema.parse(rows).map((row) => row.id)
    if (ids.length === 0) continue
    for (const row of await reader.listRows(table, 'id', ids)) {
      const { id: userId, name: userName } = namedSchema.parse(row)
      users.push({ kind: toLabel(noun), id: userId, name: userName ?? '' })
    }
  }
  return users
}
