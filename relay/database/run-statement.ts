import type { Queryable, Result } from './database.ts'
import type { TypeDecoder } from './type-decoder.ts'
import { formatArrayLiteral } from './array-literal.ts'

/** An array for a json parameter must be passed as JSON text: arrays become PostgreSQL array literals. */
export const encodeParameter = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return formatArrayLiteral(value, encodeParameter)
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new TypeError(`A ${typeof value} cannot be a statement parameter.`)
}

export interface RawResult {
  readonly fields: readonly { readonly name: string; readonly typeOid: number }[]
  readonly rows: readonly (readonly (string | null)[])[]
  readonly command: string
  readonly rowCount: number
}

export type RunStatement = (sql: string, parameters: readonly (string | null)[]) => Promise<RawResult>

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'])

export const changesRows = ({ command }: RawResult): boolean => changing.has(command)

export const queryableOver = (run: RunStatement, types: TypeDecoder): Queryable => ({
  query: async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Result<Row>> => {
    const result = await run(sql, parameters.map(encodeParameter))
    const { fields, rows, rowCount } = result
    return {
      rows: rows.map(
        (values) =>
          Object.fromEntries(
            fields.map(({ name, typeOid }, index) => [name, types.decode(typeOid, values[index] ?? null)]),
          ) as Row,
      ),
      affectedRows: changesRows(result) ? rowCount : 0,
    }
  },
})

export const learnArrayTypes = async (run: RunStatement, types: TypeDecoder): Promise<void> => {
  const { rows } = await run("select oid, typelem from pg_type where typcategory = 'A' and typelem <> 0", [])
  types.learnArrays(rows.map(([array, element]) => [Number(array), Number(element)] as const))
}
