/** A search as it was read: what stands beside each other holds together, `|` means either. */
export type Search =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Search[] }
  | ({ readonly kind: 'term' } & SearchTerm)

/** `field` compared with `value`, a comma list of patterns where the operator says equal or not. */
export interface SearchTerm {
  readonly field: string
  readonly operator: string
  readonly value: string
}

const tokens = /[()|]|(?:"[^"]*"|[^\s()|"])+/g
const keyed = /^([A-Za-z_][\w./-]*?)(!=|<=|>=|=|:|<|>)(.*)$/
const deepest = 12

const parseTerm = (token: string): Search => {
  const [, field, operator = '=', value = ''] = keyed.exec(token) ?? []
  if (field !== undefined) return { kind: 'term', field, operator, value: value.replaceAll('"', '') }
  const pattern = token.replaceAll('"', '')
  return pattern.startsWith('-')
    ? { kind: 'term', field: 'name', operator: '!=', value: pattern.slice(1) }
    : { kind: 'term', field: 'name', operator: '=', value: `${pattern}*` }
}

/**
 * Reads the search language of resource selectors: words and `field OP value` beside each other, `|` between groups, parentheses.
 * Null for a text whose parentheses do not close, or stand in each other too deep.
 */
export const parseSearch = (text: string): Search | null => {
  const left = [...text.matchAll(tokens)].map(([token]) => token)
  const either = (depth: number): Search | null => {
    if (depth > deepest) return null
    const groups: Search[][] = [[]]
    while (left.length > 0 && left[0] !== ')') {
      const token = left.shift() ?? ''
      if (token === '|') groups.push([])
      else if (token !== '(') groups.at(-1)?.push(parseTerm(token))
      else {
        const inner = either(depth + 1)
        if (inner === null || left.shift() !== ')') return null
        groups.at(-1)?.push(inner)
      }
    }
    return { kind: 'any', parts: groups.map((parts) => ({ kind: 'all', parts })) }
  }
  const search = either(0)
  return left.length > 0 ? null : search
}

/** Fields that say how much is looked for, and in which order. */
export const searchWays: ReadonlySet<string> = new Set(['limit', 'offset', 'sort'])

/** A type counts by its end: `pod` is `Kubernetes::Pod`. */
export const bySuffix = (list: string): string =>
  list
    .split(',')
    .map((item) => (item.startsWith('!') ? `!*${item.slice(1)}` : `*${item}`))
    .join(',')
