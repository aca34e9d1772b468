import type { Catalog } from '#relay/backend/data-api/schema/catalog.ts'
import type { Type } from '#relay/backend/data-api/schema/schema.ts'

type CatalogType = Catalog['types'][number]

const toType = ({ sql, arraySql, category, name }: CatalogType): Type => ({
  sql,
  arraySql: arraySql ?? undefined,
  category,
  name,
})

/** A domain maps to its base type: values are compared, not validated. */
export const buildTypes = (rows: readonly CatalogType[]): ReadonlyMap<string, Type> => {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  return new Map(
    rows.map((row) => {
      let base = row
      for (let next = byOid.get(base.baseOid); next !== undefined && next !== base; next = byOid.get(base.baseOid))
        base = next
      return [row.oid, toType(base)]
    }),
  )
}

const spellings: Record<string, string> = {
  int: 'int4',
  decimal: 'numeric',
  dec: 'numeric',
  float: 'float8',
  char: 'bpchar',
}

export const typeNames = (
  rows: readonly CatalogType[],
  byOid: ReadonlyMap<string, Type>,
): ReadonlyMap<string, Type> => {
  const names = new Map<string, Type>()
  const castable = rows.filter(({ kind }) => kind !== 'p')
  for (const row of castable) {
    const type = byOid.get(row.oid)
    if (type === undefined) continue
    for (const name of [row.formatted, row.name])
      if (!names.has(name) || row.sql.startsWith('pg_catalog.')) names.set(name, type)
  }
  for (const [spelling, name] of Object.entries(spellings)) {
    const type = names.get(name)
    if (type !== undefined) names.set(spelling, type)
  }
  return names
}
