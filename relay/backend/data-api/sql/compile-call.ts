import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import { scalarKey, type Relation, type Routine, type Schema } from '#relay/backend/data-api/schema/schema.ts'
import { compileNode, type SelectSql } from '#relay/backend/data-api/sql/compile-node.ts'
import { finishRead, type CompiledRead, type ReadOptions } from '#relay/backend/data-api/sql/compile-read.ts'
import { compileRowCondition } from '#relay/backend/data-api/sql/compile-row-condition.ts'
import { pageSql } from '#relay/backend/data-api/sql/page.ts'
import { planRead, type ReadNode } from '#relay/backend/data-api/sql/read-node.ts'
import { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

const signature = (name: string, names: readonly string[]): string => `${name}(${names.join(', ')})`

export const findRoutine = (schema: Schema, name: string, names: readonly string[]): Routine => {
  const argumentNames = names.toSorted()
  const overloads = schema.routines.get(name) ?? []
  const fitting = overloads.filter(
    (routine) =>
      argumentNames.every((argument) => routine.arguments.some((known) => known.name === argument)) &&
      routine.arguments.every((known) => known.optional || argumentNames.includes(known.name)),
  )
  const [first, ...others] = fitting
  if (first !== undefined && others.length === 0) return first
  const qualified = `${schema.name}.${name}`
  if (first === undefined) {
    const [known] = overloads
    const plural = argumentNames.length === 1 ? 'parameter' : 'parameters'
    const parameterText =
      argumentNames.length === 0 ? 'without parameters' : `with ${plural} ${argumentNames.join(', ')}`
    throw new DataApiError(
      404,
      'PGRST202',
      `Could not find the function ${signature(qualified, argumentNames)} in the schema cache`,
      {
        details: `Searched for the function ${qualified} ${parameterText}, but no matches were found in the schema cache.`,
        hint:
          known === undefined
            ? undefined
            : `Perhaps you meant to call the function ${signature(
                qualified,
                known.arguments.map((argument) => argument.name),
              )}`,
      },
    )
  }
  const choices = fitting.map((routine) =>
    signature(
      qualified,
      routine.arguments.map((argument) => `${argument.name} => ${argument.type.name}`),
    ),
  )
  throw new DataApiError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${choices.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

const callSql = (
  statement: Statement,
  routine: Routine,
  { argumentNames, body }: { readonly argumentNames: readonly string[]; readonly body: string },
  alias: string,
): string => {
  const used = routine.arguments.filter(({ name }) => argumentNames.includes(name))
  if (used.length === 0) return `${routine.sql}() as ${alias}`
  const document = statement.bind(body, statement.type('json'))
  const shape = used.map(({ name, type }) => `${quoteIdentifier(name)} ${type.sql}`).join(', ')
  const values = used.map(
    ({ name, variadic }) => `${variadic ? 'variadic ' : ''}${quoteIdentifier(name)} => a.${quoteIdentifier(name)}`,
  )
  return `pg_catalog.json_to_record(${document}) as a(${shape}), lateral ${routine.sql}(${values.join(', ')}) as ${alias}`
}

/** PostgREST takes only the selected columns from a function, and those that connect the embedded relations. */
const returnedRelation = ({ relation, select, embeds }: ReadNode): Relation => {
  const names = new Set(embeds.flatMap(({ relationship }) => relationship.fromColumns))
  for (const item of select) {
    if (item.kind === 'all' || (item.kind === 'field' && item.field === undefined)) return relation
    if (item.kind === 'field' && item.field !== undefined) names.add(item.field.name)
  }
  const take = <T>(columns: ReadonlyMap<string, T>) => new Map([...columns].filter(([name]) => names.has(name)))
  return { ...relation, columns: take(relation.columns), computed: take(relation.computed) }
}

const noClauses = { joins: [], groupBy: undefined, orderBy: [] }

/** `body` is the text of a JSON object with the arguments. Returns the same row shape as a read. */
export const compileCall = (
  schema: Schema,
  routine: Routine,
  query: Query,
  {
    argumentNames,
    body: argumentsText,
    ...options
  }: ReadOptions & { readonly argumentNames: readonly string[]; readonly body: string },
): CompiledRead => {
  const { shape, count, limit, offset, maxRows } = options
  const statement = new Statement(schema)
  const alias = statement.alias('t')
  const isRows = routine.returns.kind === 'rows'
  const from = callSql(statement, routine, { argumentNames, body: argumentsText }, isRows ? alias : `${alias}(v)`)
  const single = !routine.returnsSet
  const conditions = [
    ...(routine.conditions ?? []).map((condition) => compileRowCondition(statement, alias, condition)),
    ...(routine.argumentConditions ?? [])
      .filter((condition) => condition.kind === 'shown' && argumentNames.includes(condition.column))
      .map((condition) =>
        compileRowCondition(statement, 'a', condition, (name) =>
          routine.arguments.some((argument) => argument.name === name && argument.type.category === 'A'),
        ),
      ),
  ]
  const rows = (relation: Relation): SelectSql => {
    const node = planRead(schema, relation, query, 'pgrst_source')
    node.limit = limit
    node.offset = offset
    const source = { relation: returnedRelation(node), alias, typed: relation.sql !== '' }
    return compileNode(statement, node, { source, from, conditions, maxRows })
  }
  const value = routine.returns.kind === 'void' ? 'null::pg_catalog.text' : `${alias}.v`
  const select =
    routine.returns.kind === 'rows'
      ? rows(routine.returns.relation)
      : { ...noClauses, conditions, outputs: [{ name: scalarKey, sql: value }], from, limit, offset }
  const page = pageSql(statement, select, shape, single)
  const values = `pg_catalog.json_agg(page.${scalarKey})`
  const scalars =
    single || shape.kind === 'object' ? `coalesce((${values} -> 0)::text, 'null')` : `coalesce(${values}, '[]')::text`
  const body = isRows || shape.kind === 'csv' ? page.body : scalars
  return finishRead(statement, select, { body, from: page.from, isSingle: single }, { count, maxRows })
}
