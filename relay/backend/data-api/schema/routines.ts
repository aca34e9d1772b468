import { appendValue } from '#shared/primitives/append-value.ts'
import type { Catalog } from '#relay/backend/data-api/schema/catalog.ts'
import type { Column, Relation, Routine, RoutineArgument, Type } from '#relay/backend/data-api/schema/schema.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

type CatalogRoutine = Catalog['routines'][number]

const inputModes = new Set(['i', 'b', 'v'])
const outputModes = new Set(['o', 'b', 't'])

const readArguments = (routine: CatalogRoutine, types: ReadonlyMap<string, Type>): RoutineArgument[] | undefined => {
  const inputs = routine.arguments.filter(({ mode }) => inputModes.has(mode))
  const read = inputs.flatMap(({ name, type, mode }, index): RoutineArgument[] => {
    const known = types.get(type)
    if (known === undefined || name === '') return []
    const optional = index >= inputs.length - routine.defaults
    return [{ name, type: known, optional, variadic: mode === 'v' }]
  })
  return read.length === inputs.length ? read : undefined
}

const rowShape = (routine: CatalogRoutine, types: ReadonlyMap<string, Type>): Relation | undefined => {
  const outputs = routine.arguments.filter(({ mode }) => outputModes.has(mode))
  const isTable = outputs.some(({ mode }) => mode === 't')
  if (outputs.length === 0 || (outputs.length === 1 && !isTable)) return undefined
  const columns = outputs.flatMap(({ name, type }): [string, Column][] => {
    const known = types.get(type)
    return known === undefined ? [] : [[name, { name, type: known, defaultSql: undefined }]]
  })
  return {
    name: routine.name,
    sql: '',
    view: undefined,
    columns: new Map(columns),
    computed: new Map(),
    primaryKey: [],
  }
}

export const buildRoutines = (
  schema: string,
  catalog: Catalog,
  types: ReadonlyMap<string, Type>,
  findRelation: (rowType: string) => Relation | undefined,
): ReadonlyMap<string, readonly Routine[]> => {
  const routines = new Map<string, Routine[]>()
  const voidOid = catalog.types.find(({ sql }) => sql === 'pg_catalog.void')?.oid
  for (const source of catalog.routines) {
    const inputs = readArguments(source, types)
    if (inputs === undefined || types.get(source.returns)?.name === 'trigger') continue
    const relation = findRelation(source.returns) ?? rowShape(source, types)
    const routine: Routine = {
      name: source.name,
      sql: `${quoteIdentifier(schema)}.${quoteIdentifier(source.name)}`,
      arguments: inputs,
      returnsSet: source.returnsSet,
      returns:
        relation === undefined ? { kind: source.returns === voidOid ? 'void' : 'scalar' } : { kind: 'rows', relation },
      readOnly: source.volatility !== 'v',
    }
    appendValue(routines, source.name, routine)
  }
  return routines
}
