import { buildSchema } from '#relay/backend/data-api/schema/build-schema.ts'
import { readCatalog } from '#relay/backend/data-api/schema/catalog.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { Database } from '#relay/database/database.ts'

interface SchemaCache {
  current(): Promise<Schema>
  reload(): Promise<Schema>
}

export const createSchemaCache = (database: Database, name: string): SchemaCache => {
  let known: Promise<Schema> | undefined
  const reload = (): Promise<Schema> => {
    const read = readCatalog(database, name).then((catalog) => buildSchema(name, catalog))
    known = read
    read.catch(() => {
      if (known === read) known = undefined
    })
    return read
  }
  return { current: () => known ?? reload(), reload }
}
