/** What rows must be for somebody to have to do with them. Names are those of the schema, ids are values. */
export type RowCondition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly RowCondition[] }
  | { readonly kind: 'in' | 'notIn'; readonly column: string; readonly ids: readonly string[] }
  /** What the column names by id is none of the hidden rows of these relations. `key` enters a document. */
  | { readonly kind: 'shown'; readonly column: string; readonly key?: string; readonly relations: readonly string[] }
  /** What the column names is one of the rows of a relation that are granted. */
  | { readonly kind: 'within'; readonly column: string; readonly relation: string }
  | { readonly kind: 'none' }

export const requireAll = (of: readonly RowCondition[]): RowCondition => ({ kind: 'all', of })
export const requireAny = (of: readonly RowCondition[]): RowCondition => ({ kind: 'any', of })
