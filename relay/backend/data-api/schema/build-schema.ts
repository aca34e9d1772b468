import { appendValue } from '#shared/primitives/append-value.ts'
import { aggregates } from '#relay/backend/data-api/query/ast.ts'
import type { Catalog } from '#relay/backend/data-api/schema/catalog.ts'
import { buildRoutines } from '#relay/backend/data-api/schema/routines.ts'
import { deriveRelationships, type Exposure, type ForeignKey } from '#relay/backend/data-api/schema/relationships.ts'
import {
  scalarKey,
  type Column,
  type ComputedColumn,
  type Relation,
  type Schema,
  type Type,
} from '#relay/backend/data-api/schema/schema.ts'
import { buildTypes, typeNames } from '#relay/backend/data-api/schema/types.ts'
import { viewColumns } from '#relay/backend/data-api/schema/view-columns.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

type CatalogRelation = Catalog['relations'][number]

/** Keys and values are `oid.position`. Views on views are resolved to the table. */
const traceOrigins = (relations: readonly CatalogRelation[]): ReadonlyMap<string, string> => {
  const step = new Map<string, string>()
  for (const { oid, rule } of relations) {
    if (rule === null) continue
    for (const origin of viewColumns(rule)) {
      step.set(`${oid}.${origin.column}`, `${origin.relation}.${origin.originColumn}`)
    }
  }
  return new Map(
    [...step.keys()].map((start) => {
      let end = start
      for (let next = step.get(end); next !== undefined; next = step.get(end)) end = next
      return [start, end]
    }),
  )
}

const combinations = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((picked, list) => picked.flatMap((some) => list.map((one) => [...some, one])), [[]])

const buildColumns = (source: CatalogRelation, types: ReadonlyMap<string, Type>): ReadonlyMap<string, Column> =>
  new Map(
    source.columns.flatMap(({ name, type, default: defaultSql }) => {
      const known = types.get(type)
      return known === undefined ? [] : [[name, { name, type: known, defaultSql: defaultSql ?? undefined }]]
    }),
  )

const buildComputed = (
  source: CatalogRelation,
  { routines, relations }: Catalog,
  types: ReadonlyMap<string, Type>,
  schema: string,
): ReadonlyMap<string, ComputedColumn> => {
  const rowTypes = new Set(relations.map(({ rowType }) => rowType))
  return new Map(
    routines.flatMap((routine) => {
      const [argument, ...others] = routine.arguments
      const type = types.get(routine.returns)
      if (argument?.type !== source.rowType || others.length > 0 || routine.returnsSet || type === undefined) return []
      if (rowTypes.has(routine.returns) || routine.volatility === 'v') return []
      return [[routine.name, { functionSql: `${quoteIdentifier(schema)}.${quoteIdentifier(routine.name)}`, type }]]
    }),
  )
}

const sameColumns = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((column) => right.includes(column))

type Constraint = Catalog['constraints'][number]

interface Lookups {
  readonly types: ReadonlyMap<string, Type>
  readonly columnNames: ReadonlyMap<string, string>
  readonly primaryKeys: ReadonlyMap<string, Constraint>
}

const createLookups = ({ types, relations, constraints }: Catalog): Lookups => ({
  types: buildTypes(types),
  columnNames: new Map(
    relations.flatMap(({ oid, columns }) => columns.map((column) => [`${oid}.${column.position}`, column.name])),
  ),
  primaryKeys: new Map(constraints.filter(({ kind }) => kind === 'p').map((key) => [key.relation, key])),
})

const buildRelations = (
  schema: string,
  catalog: Catalog,
  { types, columnNames, primaryKeys }: Lookups,
): ReadonlyMap<string, Relation> => {
  const listed = catalog.relations.filter((relation) => relation.listed)
  const listedNames = new Map(listed.map((relation) => [relation.oid, relation.name]))
  const toView = ({ definition, needs }: CatalogRelation): Relation['view'] =>
    definition === null
      ? undefined
      : { definition: definition.replace(/;\s*$/, ''), needs: needs.flatMap((oid) => listedNames.get(oid) ?? []) }
  return new Map(
    listed.map((source) => [
      source.oid,
      {
        name: source.name,
        sql: `${quoteIdentifier(schema)}.${quoteIdentifier(source.name)}`,
        view: toView(source),
        columns: buildColumns(source, types),
        computed: buildComputed(source, catalog, types, schema),
        primaryKey: (primaryKeys.get(source.oid)?.columns ?? []).map(
          (column) => columnNames.get(`${source.oid}.${column}`) ?? '',
        ),
      },
    ]),
  )
}

const buildForeignKeys = (
  { relations, constraints }: Catalog,
  byOid: ReadonlyMap<string, Relation>,
  { columnNames, primaryKeys }: Lookups,
): readonly ForeignKey[] => {
  const exposed = new Map<string, string[]>()
  for (const [column, origin] of traceOrigins(relations)) appendValue(exposed, origin, column)

  const listExposures = (table: string, positions: readonly number[]): Exposure[] => {
    const columns = positions.map((position) => `${table}.${position}`)
    const oids = new Set([
      table,
      ...columns.flatMap((column) => exposed.get(column) ?? []).map((key) => key.split('.')[0]),
    ])
    return [...oids].flatMap((oid = '') => {
      const relation = byOid.get(oid)
      if (relation === undefined) return []
      const shown = columns.map((column) =>
        oid === table ? [column] : (exposed.get(column) ?? []).filter((key) => key.startsWith(`${oid}.`)),
      )
      return combinations(shown).map((picked) => ({
        relation,
        columns: picked.map((key) => columnNames.get(key) ?? ''),
      }))
    })
  }

  const uniques = constraints.filter(({ kind }) => kind !== 'f')
  return constraints
    .filter(({ kind }) => kind === 'f')
    .map((key): ForeignKey => {
      const sources = listExposures(key.relation, key.columns)
      const primary = primaryKeys.get(key.relation)?.columns ?? []
      return {
        constraint: key.name,
        sources,
        targets: listExposures(key.target, key.targetColumns ?? []),
        unique: uniques.some((other) => other.relation === key.relation && sameColumns(other.columns, key.columns)),
        holder: sources.find(({ relation }) => relation === byOid.get(key.relation)),
        withinPrimaryKey: key.columns.every((column) => primary.includes(column)),
      }
    })
}

export const buildSchema = (name: string, catalog: Catalog): Schema => {
  const lookups = createLookups(catalog)
  const byOid = buildRelations(name, catalog, lookups)
  const rowRelations = new Map(catalog.relations.map(({ oid, rowType }) => [rowType, byOid.get(oid)]))
  return {
    name,
    identifiers: new Set([
      ...aggregates,
      scalarKey,
      ...catalog.relations.flatMap((relation) => [relation.name, ...relation.columns.map((column) => column.name)]),
      ...catalog.constraints.map((constraint) => constraint.name),
      ...catalog.routines.flatMap((routine) => [routine.name, ...routine.arguments.map((argument) => argument.name)]),
    ]),
    relations: new Map([...byOid.values()].map((relation) => [relation.name, relation])),
    relationships: deriveRelationships(buildForeignKeys(catalog, byOid, lookups)),
    routines: buildRoutines(name, catalog, lookups.types, (rowType) => rowRelations.get(rowType)),
    types: typeNames(catalog.types, lookups.types),
    shadows: new Map(),
    isPartial: false,
    hidden: { relations: new Map(), relationships: new Map() },
  }
}
