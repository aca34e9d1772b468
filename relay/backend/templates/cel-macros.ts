import { expressionTokens } from './cel-root-names.ts'

/** Methods that only expansions call. */
export const helpers = {
  pairs: 'asPairs',
  sorted: 'sortPairs',
  entries: 'mapOfPairs',
  merged: 'mapOfMaps',
  members: 'valuesOfOptional',
  optional: 'firstAsOptional',
  flat: 'firstOptional',
  presentMembers: 'withoutAbsentMembers',
  presentEntries: 'withoutAbsentEntries',
  cells: 'asCells',
  keep: 'keepFolded',
  folded: 'lastFolded',
} as const

interface Expansion {
  readonly variables: 1 | 2
  /** The macro of the parser that it becomes. */
  readonly macro: 'all' | 'exists' | 'exists_one' | 'map'
  readonly receiver?: string
  readonly after?: string
  /** Text around the last argument; `bound` are the variables. */
  readonly last?: (bound: readonly string[]) => readonly [before: string, after: string]
}

const overPairs = { variables: 2, receiver: helpers.pairs } as const
const overMembers = { variables: 1, receiver: helpers.members, macro: 'map' } as const
const existsOne = { macro: 'exists_one', variables: 1 } as const
/** By name and number of arguments. The parser has `all`, `exists`, `exists_one`, `map` and `filter` of one variable. */
const expansions: Readonly<Record<string, Expansion>> = {
  'existsOne/2': existsOne,
  'all/3': { ...overPairs, macro: 'all' },
  'exists/3': { ...overPairs, macro: 'exists' },
  'exists_one/3': { ...overPairs, macro: 'exists_one' },
  'existsOne/3': { ...overPairs, macro: 'exists_one' },
  'transformList/3': { ...overPairs, macro: 'map' },
  'transformList/4': { ...overPairs, macro: 'map' },
  'transformMap/3': { ...overPairs, macro: 'map', after: helpers.entries, last: ([key]) => [`[${key}, `, ']'] },
  'transformMap/4': { ...overPairs, macro: 'map', after: helpers.entries, last: ([key]) => [`[${key}, `, ']'] },
  'transformMapEntry/3': { ...overPairs, macro: 'map', after: helpers.merged },
  'transformMapEntry/4': { ...overPairs, macro: 'map', after: helpers.merged },
  'optMap/2': { ...overMembers, after: helpers.optional },
  'optFlatMap/2': { ...overMembers, after: helpers.flat },
  'sortBy/2': { variables: 1, macro: 'map', after: helpers.sorted, last: ([name]) => ['[', `, ${name}]`] },
}

/** Correct forms of macros with other arguments, by name. */
export const macroForms: ReadonlyMap<string, string> = new Map([
  ...['transformList', 'transformMap', 'transformMapEntry'].map(
    (name) =>
      [name, `${name}(key, value, …) has 3 or 4 arguments: two names, an optional condition and a value.`] as const,
  ),
  ...['optMap', 'optFlatMap'].map((name) => [name, `${name}(name, …) has 2 arguments: a name and a value.`] as const),
  [
    'fold',
    'fold(name, result, …) has 3 or 4 arguments: one or two names, the name of the result so far and the next result.',
  ],
  ['existsOne', 'existsOne(name, …) has 2 or 3 arguments: one or two names and a condition.'],
])

interface Edit {
  readonly at: number
  readonly removed: number
  readonly text: string
}

interface Expanded {
  readonly text: string
  /** Position in the source of a position in the text. */
  readonly toSource: (at: number) => number
}

/**
 * Expands what the parser does not read: macros of two variables, `sortBy`, `optMap` and optional entries of lists and
 * maps (`[?a]`, `{?'k': v}`). A macro of two variables becomes the one of the same name over pairs:
 * `list.pairs().all(pair, cel.bind(i, pair[0], cel.bind(v, pair[1], …)))`.
 */
export const expandMacros = (source: string): Expanded => {
  const edits: Edit[] = []
  const edit = (at: number, text: string, removed = 0): void => void edits.push({ at, removed, text })
  for (const bracket of readBrackets(source)) {
    if (bracket.kind === 'call') expandCall(bracket, source, edit)
    else if (bracket.kind !== 'other') expandOptionals(bracket, source, edit)
  }
  return applyEdits(source, edits)
}

type EditSource = (at: number, text: string, removed?: number) => void

interface Bracket {
  kind: 'call' | 'list' | 'map' | 'other'
  readonly start: number
  end: number
  /** Of a method. */
  readonly dot: number
  readonly name: string
  readonly nameAt: number
  readonly commas: number[]
  /** Of entries that begin with a question mark. */
  readonly questions: number[]
  readonly colons: number[]
  /** Question marks of conditions that wait for their colon. */
  open: number
}

interface Token {
  readonly text: string
  readonly at: number
  readonly isName: boolean
  readonly endsOperand: boolean
}

const closing = new Set([')', ']', '}'])

/** Returns closed brackets, inner ones before those that contain them. */
const readBrackets = (source: string): readonly Bracket[] => {
  const closed: Bracket[] = []
  const stack: Bracket[] = []
  const before: Token[] = []
  for (const { 0: text, index, groups = {} } of source.matchAll(expressionTokens)) {
    if (groups['space'] !== undefined) continue
    const token: Token = {
      text,
      at: index,
      isName: groups['name'] !== undefined,
      endsOperand: groups['other'] === undefined ? text !== 'in' : closing.has(text),
    }
    const within = stack.at(-1)
    if (groups['other'] !== undefined) {
      if (text === '(' || text === '[' || text === '{') stack.push(openBracket(text, index, before))
      else if (closing.has(text)) {
        const bracket = stack.pop()
        if (bracket !== undefined) closed.push(Object.assign(bracket, { end: index }))
      } else if (within !== undefined) separate(within, token, before.at(-1), source)
    }
    before.push(token)
    if (before.length > 3) before.shift()
  }
  return closed
}

const openBracket = (text: string, start: number, before: readonly Token[]): Bracket => {
  const name = before.at(-1)
  const dot = before.at(-2)
  const isOperand = name?.endsOperand ?? false
  const isMethod = text === '(' && name?.isName === true && dot?.text === '.'
  const literal = text === '[' ? 'list' : 'map'
  return {
    kind: isMethod ? 'call' : text === '(' || isOperand ? 'other' : literal,
    start,
    end: start,
    dot: dot?.at ?? 0,
    name: name?.text ?? '',
    nameAt: name?.at ?? 0,
    commas: [],
    questions: [],
    colons: [],
    open: 0,
  }
}

const separate = (within: Bracket, { text, at }: Token, before: Token | undefined, source: string): void => {
  if (text === ',') within.commas.push(at)
  else if (text === ':' && within.open > 0) within.open -= 1
  else if (text === ':') within.colons.push(at)
  else if (text === '?' && (before?.text === ',' || before?.at === within.start)) within.questions.push(at)
  else if (text === '?' && source[at - 1] !== '.') within.open += 1
}

/** `list.fold(e, sum, next)` maps cells `[e, kept, isFirst, key]`, which share the result so far (`kept[0]`). */
const expandFold = ({ nameAt, name, dot, start, end, commas }: Bracket, source: string, edit: EditSource): void => {
  const bodyAt = commas.at(-1)
  const bound = source
    .slice(start + 1, bodyAt)
    .split(',')
    .map((each) => each.trim())
  if (bodyAt === undefined || !bound.every(isName)) return
  const cell = `cell_${start}`
  const isPair = bound.length === 3
  const [result = '', value = '', key] = bound.toReversed()
  const binds = [...(key === undefined ? [] : [[key, 3] as const]), [value, 0] as const]
    .map(([each, at]) => `cel.bind(${each}, ${cell}[${at}], `)
    .join('')
  edit(dot, `.${helpers.cells}(${isPair})`)
  edit(nameAt, 'map', name.length)
  edit(start + 1, cell, bodyAt - start - 1)
  edit(bodyAt + 1, `${cell}[1].${helpers.keep}(${cell}[2] ? ${cell}[0] : ${binds}cel.bind(${result}, ${cell}[1][0], `)
  edit(end, `${')'.repeat(bound.length)})`)
  edit(end + 1, `.${helpers.folded}()`)
}

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)

const expandCall = (bracket: Bracket, source: string, edit: EditSource): void => {
  const { name, nameAt, dot, start, end, commas } = bracket
  if (name === 'fold' && (commas.length === 2 || commas.length === 3)) return expandFold(bracket, source, edit)
  const expansion = expansions[`${name}/${commas.length + 1}`]
  if (expansion === undefined) return
  const { variables, macro, receiver, after, last } = expansion
  const ends = [...commas, end]
  const argument = (index: number): string => source.slice((ends[index - 1] ?? start) + 1, ends[index]).trim()
  const bound = Array.from({ length: variables }, (_, index) => argument(index))
  if (!bound.every(isName)) return
  const pair = `pair_${start}`
  if (receiver !== undefined) edit(dot, `.${receiver}()`)
  edit(nameAt, macro, name.length)
  if (variables === 2) edit(start + 1, pair, (ends[1] ?? end) - start - 1)
  const binds = variables === 1 ? '' : bound.map((each, index) => `cel.bind(${each}, ${pair}[${index}], `).join('')
  for (let index = variables; index < ends.length; index += 1) {
    const [opening, ending] = (index === ends.length - 1 ? last?.(bound) : undefined) ?? ['', '']
    edit((ends[index - 1] ?? start) + 1, binds + opening)
    edit(ends[index] ?? end, ending + (variables === 1 ? '' : '))'))
  }
  if (after !== undefined) edit(end + 1, `.${after}()`)
}

const expandOptionals = (
  { kind, start, end, commas, questions, colons }: Bracket,
  source: string,
  edit: EditSource,
) => {
  if (questions.length === 0) return
  for (const at of questions) edit(at, ' ', 1)
  if (kind === 'list') {
    const places = questions.map((at) => [start, ...commas].findLastIndex((comma) => comma < at))
    edit(end + 1, `.${helpers.presentMembers}([${places.join(', ')}])`)
    return
  }
  const keys = questions.map((at) => source.slice(at + 1, colons.find((colon) => colon > at) ?? end))
  edit(end + 1, `.${helpers.presentEntries}([${keys.join(', ')}])`)
}

/** Edits of one position are applied in the order in which they were made, so that inner calls close first. */
const applyEdits = (source: string, edits: readonly Edit[]): Expanded => {
  if (edits.length === 0) return { text: source, toSource: (at) => at }
  const inOrder = edits.toSorted((one, other) => one.at - other.at)
  const pieces: { readonly from: number; readonly source: number; readonly isOwn: boolean }[] = []
  let text = ''
  let end = 0
  for (const { at, removed, text: added } of inOrder) {
    pieces.push({ from: text.length, source: end, isOwn: true })
    text += source.slice(end, at)
    pieces.push({ from: text.length, source: at, isOwn: false })
    text += added
    end = at + removed
  }
  pieces.push({ from: text.length, source: end, isOwn: true })
  return {
    text: text + source.slice(end),
    toSource: (at) => {
      const piece = pieces.findLast(({ from }) => from <= at)
      return piece === undefined ? at : piece.source + (piece.isOwn ? at - piece.from : 0)
    },
  }
}
