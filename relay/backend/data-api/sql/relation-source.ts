import type { Relation } from '#relay/backend/data-api/schema/schema.ts'
import type { Source } from '#relay/backend/data-api/sql/compile-field.ts'
import { compileRowCondition } from '#relay/backend/data-api/sql/compile-row-condition.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

/** Security: every read of a relation must go through this, it filters hidden rows. */
export const relationSource = (
  statement: Statement,
  relation: Relation,
  kind: 't' | 'j' = 't',
): { readonly source: Source; readonly from: string } => {
  const alias = statement.alias(kind)
  const rows = statement.visibleRelation(relation.name)
  if (relation.rows === undefined)
    return { source: { relation, alias, typed: rows === relation.sql }, from: `${rows} as ${alias}` }
  const granted = compileRowCondition(statement, 'r', relation.rows)
  return {
    source: { relation, alias, typed: false },
    from: `(select r.* from ${rows} as r where ${granted}) as ${alias}`,
  }
}

export const seenRows = (statement: Statement, { name, rows }: Relation, alias: string): string[] => {
  const { conditions = [] } = statement.schema.shadows.get(name) ?? {}
  return [...conditions, ...(rows === undefined ? [] : [rows])].map((condition) =>
    compileRowCondition(statement, alias, condition),
  )
}
