import type { RowCondition } from '#relay/backend/data-api/access/row-condition.ts'

/** A type as SQL names it, quoted and with its schema: safe to write into a statement. */
export interface Type {
  readonly sql: string
  /** Of the type that holds a list of these; undefined when the database has none. */
  readonly arraySql: string | undefined
  /** `A` array, `S` text, `N` number, …: pg_type's typcategory. */
  readonly category: string
  /** Its bare name: `int4`, `jsonb`, `_text`. */
  readonly name: string
}

export interface Column {
  readonly name: string
  readonly type: Type
  /** The expression that fills the column when nothing is given; undefined without one. */
  readonly defaultSql: string | undefined
  /** How a secret is shown; it is asked for in no other way. */
  readonly show?: (sql: string) => string
  /** A list of ids of this relation, shown without the hidden ones and asked for in no other way. */
  readonly without?: string
}

/** A function of one row that only reads (stable or immutable), asked for like a column of it. */
export interface ComputedColumn {
  readonly functionSql: string
  readonly type: Type
}

export interface Relation {
  readonly name: string
  /** Quoted and with its schema. */
  readonly sql: string
  /** Of a view: its definition with the schema's own relations by bare names, and which these are. */
  readonly view: { readonly definition: string; readonly needs: readonly string[] } | undefined
  readonly columns: ReadonlyMap<string, Column>
  readonly computed: ReadonlyMap<string, ComputedColumn>
  readonly primaryKey: readonly string[]
  /** The rows that somebody is granted, beside what is hidden from them; all of them when it is left out. */
  readonly rows?: RowCondition
  /** Columns that are not for people to write. */
  readonly writers?: ColumnWriters
}

/** Who writes a column: `authors` hold who made a row and `editors` who changed it last, `engine` ones are never people's. */
export interface ColumnWriters {
  readonly authors: readonly string[]
  readonly editors: readonly string[]
  readonly engine: readonly string[]
}

/** A relation of which something is hidden from somebody, or that is made of such ones. */
export interface Shadow {
  readonly relation: Relation
  readonly conditions: readonly RowCondition[]
  /** The shadows that the definition of a view speaks of. */
  readonly needs: readonly string[]
}

type Cardinality = 'one-to-one' | 'many-to-one' | 'one-to-many' | 'many-to-many'

/** One way from a relation's rows to those of another. Columns pair up by position. */
export interface Relationship {
  readonly cardinality: Cardinality
  /** Whether `from` holds the foreign key. */
  readonly holdsKey: boolean
  readonly from: Relation
  readonly to: Relation
  readonly constraint: string
  readonly fromColumns: readonly string[]
  readonly toColumns: readonly string[]
  readonly junction: Junction | undefined
}

/** The table between the two sides of a many-to-many relationship; its columns pair up with those of either side. */
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
    /** Rows of a relation, or of a shape of the function's own. */
    | { readonly kind: 'rows'; readonly relation: Relation }
  readonly readOnly: boolean
  /** What rows it answers with must be, and what its arguments must be for it to answer at all. */
  readonly conditions?: readonly RowCondition[]
  readonly argumentConditions?: readonly RowCondition[]
}

export interface Schema {
  readonly name: string
  readonly relations: ReadonlyMap<string, Relation>
  /** By the relation that they start at. */
  readonly relationships: Ways
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  /** Every name of a relation, column, constraint or function, and the keys that answers have by themselves. */
  readonly identifiers: ReadonlySet<string>
  /** What a cast may name, by the names that people write (`int`, `int4`, `integer`, `double precision`). */
  readonly types: ReadonlyMap<string, Type>
  /** Relations that are read without what is hidden from somebody. */
  readonly shadows: ReadonlyMap<string, Shadow>
  /** Whether somebody sees some relations in part, so that what the planner knows of all rows is not for them. */
  readonly isPartial: boolean
  /** What there is and is not for somebody, by the object that would allow it; for refusals alone. */
  readonly hidden: { readonly relations: ReadonlyMap<string, string>; readonly relationships: Ways }
}

interface Ways {
  readonly get: (relation: string) => readonly Relationship[] | undefined
}

/** The key of a function's single value where an answer needs one. */
export const scalarKey = 'pgrst_scalar'

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
