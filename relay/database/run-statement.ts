import type { Queryable, Result } from './database.ts'
import { encodeParameter } from './encode-parameter.ts'
import type { TypeDecoder } from './type-decoder.ts'

/** One statement's answer as the driver gave it: every value still the text that PostgreSQL printed. */
export interface RawResult {
  readonly fields: readonly { readonly name: string; readonly typeOid: number }[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** The first word of the command tag: `INSERT`, `SELECT`, `COMMIT`. */
  readonly command: string
  readonly rowCount: number
}

/** Sends one statement, or several without parameters, of which the last one's answer counts. */
export type RunStatement = (sql: string, parameters: readonly (string | null)[]) => Promise<RawResult>

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'])

/** The same `query` over either driver. */
export const queryableOver = (run: RunStatement, types: TypeDecoder): Queryable => ({
  query: async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Result<Row>> => {
    const { fields, rows, command, rowCount } = await run(sql, parameters.map(encodeParameter))
    return {
      rows: rows.map(
        (values) =>
          Object.fromEntries(
            fields.map(({ name, typeOid }, index) => [name, types.decode(typeOid, values[index] ?? null)]),
          ) as Row,
      ),
      affectedRows: writes.has(command) ? rowCount : 0,
    }
  },
})

/** Asks the catalog which array type holds which element type, so that arrays of our own types are read as arrays. */
export const learnArrayTypes = async (run: RunStatement, types: TypeDecoder): Promise<void> => {
  const { rows } = await run("select oid, typelem from pg_type where typcategory = 'A' and typelem <> 0", [])
  types.learnArrays(rows.map(([array, element]) => [Number(array), Number(element)] as const))
}
