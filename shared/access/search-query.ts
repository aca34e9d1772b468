export type Search =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Search[] }
  | ({ readonly kind: 'term' } & SearchTerm)

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

export const searchWays: ReadonlySet<string> = new Set(['limit', 'offset', 'sort'])

export const bySuffix = (list: string): string =>
  list
    .split(',')
    .map((item) => (item.startsWith('!') ? `!*${item.slice(1)}` : `*${item}`))
    .join(',')
