import { positionAt, TemplateError } from '#relay/backend/templates/template-error.ts'

export type TokenKind =
  | 'text'
  | 'open'
  | 'close'
  | 'identifier'
  | 'field'
  | 'variable'
  | 'dot'
  | 'string'
  | 'number'
  | 'pipe'
  | 'declare'
  | 'assign'
  | 'comma'
  | 'left'
  | 'right'
  | 'end'

export interface Token {
  readonly kind: TokenKind
  /** What it means: a text's letters, a string without its quotes, a field without its dot. */
  readonly value: string
  readonly offset: number
  /** Whether white space stands before it: `.a .b` are two operands, `.a.b` is one. */
  readonly spaced: boolean
}

export type Delimiters = readonly [open: string, close: string]

/** `{{…}}` and `$(…)`, both at once, unless the text chooses its own by a `gotemplate:` comment. */
const usual: readonly Delimiters[] = [
  ['{{', '}}'],
  ['$(', ')'],
]
const choice = /^.*gotemplate:\s*left-delim=(\S+)\s+right-delim=(\S+).*$\n?/m

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['declare', /:=/y],
  ['assign', /=/y],
  ['pipe', /\|/y],
  ['comma', /,/y],
  [
    'number',
    /[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?)(?![\p{L}_])/uy,
  ],
  ['field', /\.[\p{L}_][\p{L}\p{N}_]*/uy],
  ['dot', /\./y],
  ['variable', /\$[\p{L}\p{N}_]*/uy],
  ['identifier', /[\p{L}_][\p{L}\p{N}_]*/uy],
]

/** Cuts a Go template into tokens, by `otherwise` where it chooses no delimiters. Throws TemplateError where it is none. */
export const scan = (source: string, otherwise: readonly Delimiters[] = usual): Token[] => {
  const tokens: Token[] = []
  const chosen = choice.exec(source)
  const delimiters: readonly Delimiters[] = chosen === null ? otherwise : [[chosen[1] ?? '', chosen[2] ?? '']]
  const fail = (offset: number, reason: string): never => {
    throw new TemplateError('template', reason, positionAt(source, offset))
  }
  let at = 0
  let trimNext = false

  const openAt = (open: string): number => {
    const index = source.indexOf(open, at)
    const commentEnd = chosen === null ? 0 : chosen.index + chosen[0].length
    return chosen !== null && index >= chosen.index && index < commentEnd ? source.indexOf(open, commentEnd) : index
  }

  const pushText = (end: number, trimEnd: boolean): void => {
    let text = source.slice(at, end)
    if (chosen !== null && at <= chosen.index && end >= chosen.index + chosen[0].length)
      text = text.replace(chosen[0], '')
    if (trimNext) text = text.trimStart()
    if (trimEnd) text = text.trimEnd()
    if (text !== '') tokens.push({ kind: 'text', value: text, offset: at, spaced: false })
  }

  const stringAt = (offset: number): number => {
    const mark = source.charAt(offset)
    let index = offset + 1
    while (index < source.length && source.charAt(index) !== mark) {
      if (mark !== '`' && source.charAt(index) === '\n') break
      index += mark !== '`' && source.charAt(index) === '\\' ? 2 : 1
    }
    if (source.charAt(index) !== mark) fail(offset, `The text that starts with ${mark} has no end.`)
    return index + 1
  }

  const scanAction = (start: number, close: string): void => {
    let index = start
    let depth = 0
    let spaced = true
    for (;;) {
      const space = /\s+/y
      space.lastIndex = index
      if (space.test(source)) {
        spaced = true
        index = space.lastIndex
      }
      const trims = spaced && source.charAt(index) === '-' && source.startsWith(close, index + 1)
      if (trims || (source.startsWith(close, index) && (depth === 0 || close !== ')'))) {
        tokens.push({ kind: 'close', value: close, offset: index, spaced })
        if (depth > 0) fail(index, 'A ( has no ).')
        at = index + close.length + (trims ? 1 : 0)
        trimNext = trims
        return
      }
      if (index >= source.length) fail(start, `The action that starts here has no ${close}.`)
      const letter = source.charAt(index)
      if (letter === '"' || letter === '`' || letter === "'") {
        const end = stringAt(index)
        const raw = source.slice(index, end)
        const value = letter === '`' ? raw.slice(1, -1) : unquoted(raw, () => fail(index, `${raw} is no Go text.`))
        const isLetter = letter === "'"
        tokens.push({
          kind: isLetter ? 'number' : 'string',
          value: isLetter ? String(value.codePointAt(0) ?? 0) : value,
          offset: index,
          spaced,
        })
        index = end
      } else if (letter === '(' || letter === ')') {
        depth += letter === '(' ? 1 : -1
        if (depth < 0) fail(index, 'A ) has no (.')
        tokens.push({ kind: letter === '(' ? 'left' : 'right', value: letter, offset: index, spaced })
        index += 1
      } else {
        const match = firstMatch(source, index)
        if (match === undefined) return fail(index, `${JSON.stringify(letter)} means nothing here.`)
        const [kind, value] = match
        tokens.push({ kind, value: kind === 'field' ? value.slice(1) : value, offset: index, spaced })
        index += value.length
      }
      spaced = false
    }
  }

  for (;;) {
    const found = delimiters
      .map(([open, close]) => ({ open, close, index: openAt(open) }))
      .filter(({ index }) => index !== -1)
      .sort((a, b) => a.index - b.index)[0]
    if (found === undefined) break
    const { open, close, index } = found
    const inside = index + open.length
    const trims = /^-\s/.test(source.slice(inside, inside + 2))
    pushText(index, trims)
    trimNext = false
    const bodyAt = trims ? inside + 1 : inside
    const comment = /\s*\/\*/y
    comment.lastIndex = bodyAt
    if (comment.test(source)) {
      const end = source.indexOf('*/', bodyAt)
      if (end === -1) fail(index, 'The comment that starts here has no */.')
      const after = afterComment(close)
      after.lastIndex = end + 2
      const closing = after.exec(source)
      if (closing === null) return fail(end, `A comment must end with */${close}.`)
      at = after.lastIndex
      trimNext = closing[1] === '-'
      continue
    }
    tokens.push({ kind: 'open', value: open, offset: index, spaced: false })
    scanAction(bodyAt, close)
  }
  pushText(source.length, false)
  tokens.push({ kind: 'end', value: '', offset: source.length, spaced: true })
  return tokens
}

const firstMatch = (source: string, index: number): readonly [TokenKind, string] | undefined => {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = index
    const match = pattern.exec(source)
    if (match !== null && match[0] !== '') return [kind, match[0]]
  }
  return undefined
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' }

/** A Go string or rune literal without its quotes and escapes. */
const unquoted = (raw: string, fail: () => never): string =>
  raw
    .slice(1, -1)
    .replaceAll(
      /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))/gs,
      (_all, x, u, long, octal, letter) => {
        const hex: unknown = x ?? u ?? long
        if (typeof hex === 'string') {
          const point = Number.parseInt(hex, 16)
          return point > 0x10_ff_ff ? fail() : String.fromCodePoint(point)
        }
        if (typeof octal === 'string') return String.fromCodePoint(Number.parseInt(octal, 8))
        if (letter === '\\' || letter === '"' || letter === "'") return String(letter)
        return escapes[String(letter)] ?? fail()
      },
    )

const afterComment = (close: string): RegExp =>
  new RegExp(`\\s*(-?)${close.replaceAll(/[^\w\s]/g, (letter) => `\\${letter}`)}`, 'y')
