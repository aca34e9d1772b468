export type Search =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Search[] }
  | ({ readonly kind: 'term' } & SearchTerm)

export interface SearchTerm {
  readonly field: string
  readonly operator: string
  readonly value: string
  /** The list of the value. A comma in quotes does not separate. */
  readonly values: readonly string[]
  /** In the search text, from 1. */
  readonly position: number
}

const tokens = /[()|]|(?:"[^"]*"|[^\s()|"])+/g
const keyed = /^([-!]?)@?([A-Za-z_][\w./-]*?)(!=|<=|>=|==|=|:|<|>)(.*)$/s
const isFieldName = /^[-!]?@?[A-Za-z_][\w./-]*$/
const isOperator = /^(?:!=|<=|>=|==|[=:<>])$/
const deepest = 12
const opposites: Readonly<Record<string, string>> = {
  '=': '!=',
  ':': '!=',
  '!=': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}
const aliases: Readonly<Record<string, string>> = {
  label: 'labels',
  tag: 'tags',
  property: 'properties',
  order: 'sort',
}

const toFieldName = (written: string): string => {
  const [name = '', ...path] = written.split('.')
  return [Object.hasOwn(aliases, name) ? aliases[name] : name, ...path].join('.')
}

const negate = (search: Search): Search =>
  search.kind === 'term'
    ? { ...search, operator: opposites[search.operator] ?? '!=' }
    : { kind: search.kind === 'all' ? 'any' : 'all', parts: search.parts.map(negate) }

const withoutQuotes = (text: string): string => text.replaceAll('"', '')

const splitValues = (text: string): string[] =>
  [...text.matchAll(/(?:"[^"]*"|[^,])+/g)].map(([value]) => withoutQuotes(value).trim())

const parseTerm = (token: string, position: number): Search => {
  const [, sign, written, operator = '=', value = ''] = keyed.exec(token) ?? []
  if (written !== undefined) {
    const read = operator === '==' ? '=' : operator
    const term = { kind: 'term', field: toFieldName(written), operator: read, position } as const
    const found = { ...term, value: withoutQuotes(value), values: splitValues(value) }
    return sign === '' ? found : negate(found)
  }
  const isExcluded = token.startsWith('-') && token.length > 1
  const pattern = isExcluded ? token.slice(1) : `${token}*`
  const named = { kind: 'term', field: 'name', value: withoutQuotes(pattern), position } as const
  return { ...named, operator: isExcluded ? '!=' : '=', values: splitValues(pattern) }
}

interface Token {
  readonly token: string
  readonly position: number
}

/** `type = node` is one term. An operator without a value after it stays, and is an error. */
const joinOperators = (read: readonly Token[]): Token[] => {
  const joined: Token[] = []
  for (let at = 0; at < read.length; at += 1) {
    const [field, operator, value] = read.slice(at, at + 3)
    if (field === undefined) break
    const isTerm = isFieldName.test(field.token) && isOperator.test(operator?.token ?? '')
    const hasValue = value !== undefined && !/^[()|]$/.test(value.token) && !keyed.test(value.token)
    joined.push(isTerm ? { ...field, token: `${field.token}${operator?.token}${hasValue ? value.token : ''}` } : field)
    if (isTerm) at += hasValue ? 2 : 1
  }
  return joined
}

/** `team in (a, b)` and `team notin (a, b)`, as selectors of Kubernetes are written. */
const joinLists = (read: readonly Token[]): Token[] => {
  const joined: Token[] = []
  for (let at = 0; at < read.length; at += 1) {
    const [field, word, open] = read.slice(at, at + 3)
    if (field === undefined) break
    const isList = isFieldName.test(field.token) && /^(?:not)?in$/i.test(word?.token ?? '') && open?.token === '('
    const end = isList ? read.findIndex(({ token }, index) => index > at + 3 && token === ')') : -1
    if (end === -1) {
      joined.push(field)
      continue
    }
    const values = read.slice(at + 3, end).map(({ token }) => token)
    const operator = word?.token.toLowerCase() === 'in' ? '=' : '!='
    joined.push({ ...field, token: `${field.token}${operator}${values.join(',').replaceAll(/,+/g, ',')}` })
    at = end
  }
  return joined
}

const isOperand = (token: string | undefined): boolean =>
  token !== undefined && !['(', ')', '|', 'AND', 'OR'].includes(token)

const isBesideTerm = (token: string | undefined): boolean =>
  token !== undefined && (/^[-!]?[()]$/.test(token) || keyed.test(token))

/** In small letters, these words are names unless they join terms such as `type=node`. */
const toCapitals = (read: readonly Token[]): Token[] =>
  read.map((each, at) => {
    const [before, next] = [read[at - 1]?.token, read[at + 1]?.token]
    if (each.token === '&&') return { ...each, token: 'AND' }
    const isJoining = /^(?:and|or)$/.test(each.token) && isBesideTerm(before) && (next === 'not' || isBesideTerm(next))
    const isNegating = each.token === 'not' && isBesideTerm(next)
    return isJoining || isNegating ? { ...each, token: each.token.toUpperCase() } : each
  })

/** `AND`, `OR` and `NOT` beside terms mean the same as a space, `|` and `-`; alone each is a name. */
const readWords = (written: readonly Token[]): Token[] => {
  const read = toCapitals(written)
  const words: Token[] = []
  for (const [at, each] of read.entries()) {
    const [before, next] = [words.at(-1)?.token, read[at + 1]?.token]
    const isAlone = read.length === 1
    const isNegated = before === 'NOT' && isOperand(each.token)
    if (isNegated) words.pop()
    if (isNegated) words.push({ ...each, token: /^[-!]./.test(each.token) ? each.token.slice(1) : `-${each.token}` })
    else if (each.token === 'OR' && !isAlone) words.push({ ...each, token: '|' })
    else if (each.token === 'NOT' && next === '(') words.push({ ...each, token: '-' })
    else if (each.token !== 'AND' || isAlone) words.push(each)
  }
  return words
}

const isNegation = (token: string): boolean => token === '-' || token === '!'

const quoted = /"[^"]*"|(?<=^|[\s=:<>,(|!-])'([^'"]*)'(?=$|[\s,)|])/g

/** Keeps the length of the text, for positions. An apostrophe inside a value is none of its quotes. */
const withDoubleQuotes = (text: string): string =>
  text.replaceAll(quoted, (all, single: string | undefined) => (single === undefined ? all : `"${single}"`))

export const parseSearch = (text: string): Search | null => {
  const read = [...withDoubleQuotes(text).matchAll(tokens)].map(({ 0: token, index }) => ({
    token,
    position: index + 1,
  }))
  const left = readWords(joinLists(joinOperators(read)))
  const either = (depth: number): Search | null => {
    if (depth > deepest) return null
    const groups: Search[][] = [[]]
    for (let next = left[0]; next !== undefined && next.token !== ')'; next = left[0]) {
      left.shift()
      const isNegated = isNegation(next.token) && left[0]?.token === '('
      if (isNegated) left.shift()
      if (next.token === '|') groups.push([])
      else if (next.token !== '(' && !isNegated) groups.at(-1)?.push(parseTerm(next.token, next.position))
      else {
        const inner = either(depth + 1)
        if (inner === null || left.shift()?.token !== ')') return null
        groups.at(-1)?.push(isNegated ? negate(inner) : inner)
      }
    }
    // An empty alternative would match everything.
    const filled = groups.filter((parts) => parts.length > 0)
    if (filled.length === 0 && (depth > 0 || groups.length > 1)) return null
    return { kind: 'any', parts: (filled.length === 0 ? groups : filled).map((parts) => ({ kind: 'all', parts })) }
  }
  const search = either(0)
  return left.length > 0 ? null : search
}

export const searchWays: ReadonlySet<string> = new Set(['limit', 'offset', 'sort'])

const findEmptyTerm = (search: Search): SearchTerm | undefined => {
  if (search.kind === 'term') return /^[\s,!]*$/.test(search.value) ? search : undefined
  for (const part of search.parts) {
    const empty = findEmptyTerm(part)
    if (empty !== undefined) return empty
  }
  return undefined
}

const findWrongNumber = (search: Search): SearchTerm | undefined => {
  if (search.kind !== 'term') return search.parts.map(findWrongNumber).find((term) => term !== undefined)
  return /^(?:limit|offset)$/.test(search.field) && !/^\d{1,7}$/.test(search.value) ? search : undefined
}

/** Without it, one half of a text would be read as something else. */
const findOpenQuote = (text: string): number | undefined =>
  text.split('"').length % 2 === 0 ? text.lastIndexOf('"') + 1 : findOpenApostrophe(withDoubleQuotes(text))

const findOpenApostrophe = (text: string): number | undefined => {
  const at = text.replaceAll(/"[^"]*"/g, (value) => '_'.repeat(value.length)).search(/(?<=[=:<>])'/)
  return at === -1 ? undefined : at + 1
}

const findUnknownOperator = (search: Search): SearchTerm | undefined => {
  if (search.kind !== 'term') return search.parts.map(findUnknownOperator).find((term) => term !== undefined)
  const isPattern =
    search.field === 'name' && /^(?:name|type|status|health|(?:labels?|tags?|config)\.[\w./-]+)!?~/.test(search.value)
  return isPattern || search.value.startsWith('~') ? search : undefined
}

/** The search that `parseSearch` reads from the text contains what it does not mean. */
export const findTermError = (text: string, search: Search): string | undefined => {
  const openQuote = findOpenQuote(text)
  if (openQuote !== undefined) return `the quote at position ${openQuote} is not closed`
  const empty = findEmptyTerm(search)
  if (empty !== undefined) return `${empty.field}${empty.operator} at position ${empty.position} needs a value`
  const unknown = findUnknownOperator(search)
  if (unknown !== undefined)
    return `the operator ~ at position ${unknown.position} is not known, use = with * as in name=web-*`
  const wrong = findWrongNumber(search)
  if (wrong !== undefined)
    return `${wrong.field}${wrong.operator} at position ${wrong.position} needs a whole number, got "${wrong.value}"`
  return undefined
}

/** A type is matched as a whole or by its last parts: `node` matches `Kubernetes::Node`, not `Kubernetes::NodePool`. */
export const toTypePatterns = (types: readonly string[]): readonly string[] =>
  types
    .map((item) => item.trim())
    .filter((item) => item !== '' && item !== '!')
    .flatMap((item) => (item.startsWith('!') ? [item, `!*::${item.slice(1)}`] : [item, `*::${item}`]))

export const typePatterns = (list: string): string => toTypePatterns(list.split(',')).join(',')
