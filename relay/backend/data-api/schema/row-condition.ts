export type RowCondition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly RowCondition[] }
  | { readonly kind: 'in' | 'notIn'; readonly column: string; readonly ids: readonly string[] }
  | { readonly kind: 'shown'; readonly column: string; readonly key?: string; readonly relations: readonly string[] }
  | { readonly kind: 'within'; readonly column: string; readonly relation: string }
  | { readonly kind: 'none' }

export const requireAll = (of: readonly RowCondition[]): RowCondition => ({ kind: 'all', of })
export const requireAny = (of: readonly RowCondition[]): RowCondition => ({ kind: 'any', of })
