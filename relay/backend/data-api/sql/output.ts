import { ambiguousColumn, unknownColumn } from '#relay/backend/data-api/api-error.ts'
import type { Aggregate } from '#relay/backend/data-api/query/ast.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

interface Hoisted {
  readonly aggregate: Aggregate
  /** Undefined counts rows. */
  readonly column: string | undefined
  readonly finish: (sql: string) => string
}

export interface Output {
  readonly name: string
  readonly sql: string
  /** The name under which the parent of a spread relation finds it, if it is another one. */
  readonly innerName?: string
  readonly isStar?: boolean
  /** Only for references: it is no part of the response. */
  readonly isHidden?: boolean
  readonly isAggregated?: boolean
  /** PostgREST computes an aggregate of a spread relation over the rows of its parent. */
  readonly hoisted?: Hoisted
}

export const getInnerName = ({ name, innerName }: Output): string => innerName ?? name

export const listInnerNames = (outputs: readonly Output[]): string[] => outputs.map(getInnerName)

/** A spread relation as columns of its parent. As in PostgreSQL, each is found by a name that must be unique. */
export const spreadOutputs = (statement: Statement, alias: string, outputs: readonly Output[]): Output[] => {
  const names = listInnerNames(outputs)
  const reference = (name: string): string => {
    const place = names.indexOf(name)
    if (place >= 0 && names.indexOf(name, place + 1) < 0) return `${alias}.s${place}`
    const error = place < 0 ? unknownColumn(alias, name) : ambiguousColumn(`column reference "${name}" is ambiguous`)
    return `${alias}.${statement.unknownName(error)}`
  }
  return outputs.flatMap((output, index) => {
    const { name, isStar, isHidden, isAggregated, hoisted } = output
    if (isHidden === true) return []
    if (hoisted !== undefined) {
      const { aggregate, column, finish } = hoisted
      const sql = finish(`pg_catalog.${aggregate}(${column === undefined ? `${alias}.hit` : reference(column)})`)
      return [{ name, sql, isAggregated: true, ...(column !== undefined && { innerName: column }) }]
    }
    if (isStar === true) return [{ name, sql: `${alias}.s${index}`, isStar }]
    return [{ name, sql: reference(isAggregated === true ? name : getInnerName(output)) }]
  })
}
