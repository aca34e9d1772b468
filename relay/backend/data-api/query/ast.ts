export interface JsonStep {
  readonly text: boolean
  readonly key: string | number
}

export interface Field {
  readonly name: string
  readonly path: readonly JsonStep[]
}

export const aggregates = ['sum', 'avg', 'count', 'max', 'min'] as const
export type Aggregate = (typeof aggregates)[number]

export type SelectItem =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'field'
      readonly field: Field | undefined
      readonly alias: string | undefined
      readonly cast: string | undefined
      readonly aggregate: Aggregate | undefined
      /** A plain `count`: PostgREST computes it where it is and groups by nothing. */
      readonly isBare?: boolean
      readonly aggregateCast: string | undefined
    }
  | Embed

export interface Embed {
  readonly kind: 'embed'
  readonly relation: string
  readonly alias: string | undefined
  readonly hint: string | undefined
  readonly inner: boolean
  readonly spread: boolean
  readonly select: readonly SelectItem[]
}

const patternOperators = ['like', 'ilike', 'match', 'imatch'] as const
export const quantifiedOperators = ['eq', 'gte', 'gt', 'lte', 'lt', ...patternOperators] as const
export const plainOperators = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const
const textSearchOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const
export const truths = ['null', 'unknown', 'true', 'false'] as const

type ComparisonOperator = 'gte' | 'gt' | 'lte' | 'lt'
export type QuantifiedOperator = (typeof quantifiedOperators)[number]
export type PlainOperator = (typeof plainOperators)[number]
export type TextSearchOperator = (typeof textSearchOperators)[number]
export type Truth = (typeof truths)[number]

export type Operation =
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: Truth }
  | { readonly kind: 'isdistinct'; readonly value: string }
  /** A map of texts has the value under any key. Requests cannot ask for it. */
  | { readonly kind: 'hasValue'; readonly of: 'map' | 'list'; readonly pattern: string }
  /** Of a list of properties. Requests cannot ask for it. */
  | { readonly kind: 'hasProperty'; readonly name: string | undefined; readonly pattern: string }
  /** Of a text that is a number. Requests cannot ask for it. */
  | { readonly kind: 'compares'; readonly operator: ComparisonOperator; readonly value: number }
  | {
      readonly kind: 'textSearch'
      readonly operator: TextSearchOperator
      readonly language: string | undefined
      readonly value: string
    }
  | { readonly kind: 'plain'; readonly operator: PlainOperator; readonly value: string }
  | {
      readonly kind: 'quantified'
      readonly operator: QuantifiedOperator
      readonly quantifier: 'any' | 'all' | undefined
      readonly value: string
    }

export interface Filter {
  readonly kind: 'filter'
  readonly field: Field
  readonly not: boolean
  readonly operation: Operation
}

export type Logic = Filter | { readonly kind: 'and' | 'or'; readonly not: boolean; readonly members: readonly Logic[] }

export interface OrderTerm {
  readonly embed: string | undefined
  readonly field: Field
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'nullsfirst' | 'nullslast' | undefined
}

export interface At<T> {
  readonly path: readonly string[]
  readonly value: T
  readonly isTree?: boolean
}

export interface Query {
  readonly select: readonly SelectItem[]
  readonly filters: readonly At<Logic>[]
  readonly orders: readonly At<readonly OrderTerm[]>[]
  /** Undefined for a value that is not an integer. */
  readonly limits: readonly At<number | undefined>[]
  readonly offsets: readonly At<number | undefined>[]
  readonly columns: readonly string[] | undefined
  readonly onConflict: readonly string[] | undefined
  readonly arguments: readonly (readonly [name: string, value: string])[]
}
