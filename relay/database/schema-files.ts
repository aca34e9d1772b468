import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export interface SchemaFile {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface SchemaFiles {
  readonly migrations: readonly SchemaFile[]
  /** In the order in which they are applied: functions, then views. */
  readonly repeatables: readonly SchemaFile[]
}

export const migrationsFolder = new URL('migrations/', import.meta.url)

const toSchemaFile = ({ name, sql }: { name: string; sql: string }): SchemaFile => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})

export const readSchemaFiles = async (folder: URL): Promise<SchemaFiles> => {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort()
  const read = (pattern: RegExp): Promise<SchemaFile[]> =>
    Promise.all(
      names
        .filter((name) => pattern.test(name))
        .map(async (name) => toSchemaFile({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
    )
  return {
    migrations: await read(/^\d{4}-[a-z0-9-]+\.sql$/),
    repeatables: await read(/^(functions|views)\/[a-z0-9-]+\.sql$/),
  }
}

/** The migrations that were merged into 0001 to 0015, for databases to which some or all of them were applied. */
export const readMergedMigrations = async (folder: URL = migrationsFolder): Promise<SchemaFile[]> => {
  const packed = await readFile(new URL('merged.json.br', folder))
  const files = JSON.parse((await promisify(brotliDecompress)(packed)).toString()) as { name: string; sql: string }[]
  return files.map(toSchemaFile)
}

/** Up to this number, migrations contain the merged ones. */
export const lastMergeResult = '0015'
