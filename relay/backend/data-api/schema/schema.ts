import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'

/** `sql` is quoted and schema-qualified: safe to embed in a statement. */
export interface Type {
  readonly sql: string
  readonly arraySql: string | undefined
  readonly category: string
  readonly name: string
}

export interface Column {
  readonly name: string
  readonly type: Type
  readonly defaultSql: string | undefined
  readonly show?: (sql: string) => string
  /** A document whose secrets are sealed inside it: a path to one would compare or reveal it. */
  readonly mayHoldSecrets?: boolean
  readonly without?: string
}

export interface ComputedColumn {
  readonly functionSql: string
  readonly type: Type
}

export interface Relation {
  readonly name: string
  readonly sql: string
  readonly view: { readonly definition: string; readonly needs: readonly string[] } | undefined
  readonly columns: ReadonlyMap<string, Column>
  readonly computed: ReadonlyMap<string, ComputedColumn>
  readonly primaryKey: readonly string[]
  /** Granted rows; undefined: all rows. */
  readonly rows?: RowCondition
  readonly writers?: ColumnWriters
}

export interface ColumnWriters {
  readonly authors: readonly string[]
  readonly editors: readonly string[]
  readonly engine: readonly string[]
}

export interface Shadow {
  readonly relation: Relation
  readonly conditions: readonly RowCondition[]
  readonly needs: readonly string[]
}

type Cardinality = 'one-to-one' | 'many-to-one' | 'one-to-many' | 'many-to-many'

export interface Relationship {
  readonly cardinality: Cardinality
  readonly holdsKey: boolean
  readonly from: Relation
  readonly to: Relation
  readonly constraint: string
  readonly fromColumns: readonly string[]
  readonly toColumns: readonly string[]
  readonly junction: Junction | undefined
}

interface Junction {
  readonly relation: Relation
  readonly fromColumns: readonly string[]
  readonly toColumns: readonly string[]
  readonly toConstraint: string
}

export interface RoutineArgument {
  readonly name: string
  readonly type: Type
  readonly optional: boolean
  readonly variadic: boolean
}

export interface Routine {
  readonly name: string
  readonly sql: string
  readonly arguments: readonly RoutineArgument[]
  readonly returnsSet: boolean
  readonly returns:
    | { readonly kind: 'void' }
    | { readonly kind: 'scalar' }
    | { readonly kind: 'rows'; readonly relation: Relation }
  readonly readOnly: boolean
  readonly conditions?: readonly RowCondition[]
  readonly argumentConditions?: readonly RowCondition[]
}

export interface Schema {
  readonly name: string
  readonly relations: ReadonlyMap<string, Relation>
  readonly relationships: Ways
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  readonly identifiers: ReadonlySet<string>
  readonly types: ReadonlyMap<string, Type>
  readonly shadows: ReadonlyMap<string, Shadow>
  /** If true, planner statistics must not be exposed: they cover hidden rows. */
  readonly isPartial: boolean
  readonly hidden: { readonly relations: ReadonlyMap<string, string>; readonly relationships: Ways }
}

interface Ways {
  readonly get: (relation: string) => readonly Relationship[] | undefined
}

export const scalarKey = 'pgrst_scalar'
