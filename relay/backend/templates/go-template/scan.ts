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
  readonly value: string
  readonly offset: number
  /** Preceded by white space: `.a .b` are two operands, `.a.b` is one. */
  readonly spaced: boolean
}

export type Delimiters = readonly [open: string, close: string]

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

export const scan = (source: string, otherwise: readonly Delimiters[] = usual): Token[] =>
  new Scanner(source, otherwise).tokens()

class Scanner {
  readonly #source: string
  readonly #tokens: Token[] = []
  readonly #chosen: RegExpExecArray | null
  readonly #delimiters: readonly Delimiters[]
  #at = 0
  #trimNext = false

  constructor(source: string, otherwise: readonly Delimiters[]) {
    this.#source = source
    this.#chosen = choice.exec(source)
    this.#delimiters = this.#chosen === null ? otherwise : [[this.#chosen[1] ?? '', this.#chosen[2] ?? '']]
  }

  tokens(): Token[] {
    const source = this.#source
    for (;;) {
      const found = this.#nextOpen()
      if (found === undefined) break
      const { open, close, index } = found
      const inside = index + open.length
      const trims = /^-\s/.test(source.slice(inside, inside + 2))
      this.#pushText(index, trims)
      this.#trimNext = false
      const bodyAt = trims ? inside + 1 : inside
      if (this.#skipsComment(index, bodyAt, close)) continue
      this.#tokens.push({ kind: 'open', value: open, offset: index, spaced: false })
      this.#scanAction(bodyAt, close)
    }
    this.#pushText(source.length, false)
    this.#tokens.push({ kind: 'end', value: '', offset: source.length, spaced: true })
    return this.#tokens
  }

  #nextOpen() {
    return this.#delimiters
      .map(([open, close]) => ({ open, close, index: this.#openAt(open) }))
      .filter(({ index }) => index !== -1)
      .sort((a, b) => a.index - b.index)[0]
  }

  #openAt(open: string): number {
    const chosen = this.#chosen
    const index = this.#source.indexOf(open, this.#at)
    const commentEnd = chosen === null ? 0 : chosen.index + chosen[0].length
    return chosen !== null && index >= chosen.index && index < commentEnd
      ? this.#source.indexOf(open, commentEnd)
      : index
  }

  #pushText(end: number, trimEnd: boolean): void {
    const chosen = this.#chosen
    let text = this.#source.slice(this.#at, end)
    if (chosen !== null && this.#at <= chosen.index && end >= chosen.index + chosen[0].length)
      text = text.replace(chosen[0], '')
    if (this.#trimNext) text = text.trimStart()
    if (trimEnd) text = text.trimEnd()
    if (text !== '') this.#tokens.push({ kind: 'text', value: text, offset: this.#at, spaced: false })
  }

  #skipsComment(index: number, bodyAt: number, close: string): boolean {
    const comment = /\s*\/\*/y
    comment.lastIndex = bodyAt
    if (!comment.test(this.#source)) return false
    const end = this.#source.indexOf('*/', bodyAt)
    if (end === -1) this.#fail(index, 'Missing */ at the end of this comment.')
    const after = afterComment(close)
    after.lastIndex = end + 2
    const closing = after.exec(this.#source)
    if (closing === null) return this.#fail(end, `A comment must end with */${close}.`)
    this.#at = after.lastIndex
    this.#trimNext = closing[1] === '-'
    return true
  }

  #scanAction(start: number, close: string): void {
    const source = this.#source
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
        this.#tokens.push({ kind: 'close', value: close, offset: index, spaced })
        if (depth > 0) this.#fail(index, 'Missing ).')
        this.#at = index + close.length + (trims ? 1 : 0)
        this.#trimNext = trims
        return
      }
      if (index >= source.length) this.#fail(start, `Missing ${close} at the end of this action.`)
      const token = this.#tokenAt(index)
      depth += token.kind === 'left' ? 1 : token.kind === 'right' ? -1 : 0
      if (depth < 0) this.#fail(index, 'Unexpected ).')
      this.#tokens.push({ kind: token.kind, value: token.value, offset: index, spaced })
      index = token.end
      spaced = false
    }
  }

  #tokenAt(index: number): Pick<Token, 'kind' | 'value'> & { readonly end: number } {
    const letter = this.#source.charAt(index)
    if (letter === '"' || letter === '`' || letter === "'") return this.#literalAt(index, letter)
    if (letter === '(' || letter === ')')
      return { kind: letter === '(' ? 'left' : 'right', value: letter, end: index + 1 }
    const match = firstMatch(this.#source, index)
    if (match === undefined) return this.#fail(index, `Unexpected ${JSON.stringify(letter)}.`)
    const [kind, value] = match
    return { kind, value: kind === 'field' ? value.slice(1) : value, end: index + value.length }
  }

  #literalAt(index: number, mark: string): Pick<Token, 'kind' | 'value'> & { readonly end: number } {
    const end = this.#literalEnd(index, mark)
    const raw = this.#source.slice(index, end)
    const value = mark === '`' ? raw.slice(1, -1) : unquoted(raw, () => this.#fail(index, `${raw} is not a Go string.`))
    if (mark === "'") return { kind: 'number', value: String(value.codePointAt(0) ?? 0), end }
    return { kind: 'string', value, end }
  }

  #literalEnd(offset: number, mark: string): number {
    const source = this.#source
    let index = offset + 1
    while (index < source.length && source.charAt(index) !== mark) {
      if (mark !== '`' && source.charAt(index) === '\n') break
      index += mark !== '`' && source.charAt(index) === '\\' ? 2 : 1
    }
    if (source.charAt(index) !== mark) this.#fail(offset, `Missing end of the string that starts with ${mark}.`)
    return index + 1
  }

  #fail(offset: number, reason: string): never {
    throw new TemplateError('template', reason, positionAt(this.#source, offset))
  }
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
