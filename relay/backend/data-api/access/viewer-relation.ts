import type { RelationAccess } from '#relay/backend/data-api/access/access-line.ts'
import { maskSql } from '#relay/backend/data-api/access/mask-sql.ts'
import type { Column, Relation } from '#relay/backend/data-api/schema/schema.ts'

export const viewerRelation = (relation: Relation, line: RelationAccess): Relation => {
  const { secrets = {}, documents = [], people, engine = [], authors = [], editors = [] } = line
  const hasSecrets = Object.keys(secrets).length > 0
  const columns = new Map<string, Column>()
  for (const [name, column] of relation.columns) {
    const mask = secrets[name]
    columns.set(name, {
      ...column,
      ...(mask !== undefined && { show: (sql: string) => maskSql(mask, sql) }),
      ...(documents.includes(name) && { mayHoldSecrets: true }),
    })
  }
  return {
    ...relation,
    columns,
    // Security: a computed column receives the whole row, including its secrets.
    computed: hasSecrets ? new Map() : relation.computed,
    writers: {
      authors,
      editors,
      engine: people === undefined ? engine : [...relation.columns.keys()].filter((column) => !people.includes(column)),
    },
  }
}
