import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'

export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>='

export type Node =
  | { readonly op: 'current' }
  | { readonly op: 'field'; readonly name: string }
  | { readonly op: 'literal'; readonly value: unknown }
  | { readonly op: 'index'; readonly at: number }
  | { readonly op: 'slice'; readonly start?: number; readonly stop?: number; readonly step: number }
  /** `right` is applied to the result of `left`; after a pipe, a projection has ended. */
  | { readonly op: 'then'; readonly left: Node; readonly right: Node }
  | { readonly op: 'project'; readonly over: 'list' | 'values'; readonly left: Node; readonly right: Node }
  | { readonly op: 'filter'; readonly left: Node; readonly condition: Node; readonly right: Node }
  | { readonly op: 'flatten'; readonly left: Node }
  | { readonly op: 'compare'; readonly by: Comparator; readonly left: Node; readonly right: Node }
  | { readonly op: 'and' | 'or'; readonly left: Node; readonly right: Node }
  | { readonly op: 'not'; readonly value: Node }
  | { readonly op: 'list'; readonly members: readonly Node[] }
  | { readonly op: 'map'; readonly entries: readonly (readonly [string, Node])[] }
  | { readonly op: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly op: 'reference'; readonly body: Node }

interface Token {
  readonly kind: 'name' | 'quoted' | 'raw' | 'json' | 'number' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const depthMax = 100
const pattern =
  /\s+|(?<name>[A-Za-z_]\w*)|(?<quoted>"(?:[^"\\]|\\.)*")|(?<raw>'(?:[^'\\]|\\.)*')|(?<json>`(?:[^`\\]|\\.)*`)|(?<number>-?\d+)|(?<sign>\[\?|\[\]|==|!=|<=|>=|&&|\|\||[.*@()[\]{},:|<>!&])/sy

const fail = (at: number, expected: string): never => {
  throw new Error(`jmespath: expected ${expected} at position ${at + 1}`)
}

const readTokens = (source: string): Token[] => {
  const tokens: Token[] = []
  for (pattern.lastIndex = 0; pattern.lastIndex < source.length;) {
    const at = pattern.lastIndex
    const groups = pattern.exec(source)?.groups ?? fail(at, 'an expression')
    const [kind, text] = Object.entries(groups).find(([, each]) => each !== undefined) ?? []
    if (kind !== undefined && text !== undefined) tokens.push({ kind: kind as Token['kind'], text, at })
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }]
}

const powers: Readonly<Record<string, number>> = {
  '|': 1,
  '||': 2,
  '&&': 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '[]': 9,
  '[?': 21,
  '.': 40,
  '[': 55,
}
const projectionStop = 10
const current: Node = { op: 'current' }

class Parser {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(source: string) {
    this.#tokens = readTokens(source)
  }

  all(): Node {
    const node = this.#expression(0)
    if (this.#token.kind !== 'end') fail(this.#token.at, 'the end')
    return node
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 }
  }

  #is(sign: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === sign
  }

  #take(): Token {
    const token = this.#token
    this.#next += 1
    return token
  }

  #takeIf(sign: string): boolean {
    const found = this.#is(sign)
    if (found) this.#next += 1
    return found
  }

  #demand(sign: string): void {
    if (!this.#takeIf(sign)) fail(this.#token.at, `"${sign}"`)
  }

  #expression(power: number): Node {
    this.#depth += 1
    if (this.#depth > depthMax) throw new Error('jmespath: nested too deep')
    let left = this.#start()
    while (this.#token.kind === 'sign' && power < (powers[this.#token.text] ?? 0)) left = this.#continue(left)
    this.#depth -= 1
    return left
  }

  #start(): Node {
    const token = this.#take()
    const { kind, text, at } = token
    if (kind === 'name') return this.#takeIf('(') ? this.#call(text) : { op: 'field', name: text }
    if (kind === 'quoted') return { op: 'field', name: readQuoted(text) }
    if (kind === 'raw') return { op: 'literal', value: text.slice(1, -1).replaceAll(/\\(['\\])/g, '$1') }
    if (kind === 'json') return { op: 'literal', value: readLiteral(text) }
    if (kind !== 'sign') return fail(at, 'an expression')
    switch (text) {
      case '@':
        return current
      case '!':
        return { op: 'not', value: this.#expression(45) }
      case '&':
        return { op: 'reference', body: this.#expression(0) }
      case '*':
        return { op: 'project', over: 'values', left: current, right: this.#projected(20) }
      case '[]':
      case '[?':
        this.#next -= 1
        return this.#continue(current)
      case '(': {
        const node = this.#expression(0)
        this.#demand(')')
        return node
      }
      case '{':
        return this.#map()
      case '[':
        return this.#isIndex() ? this.#bracket(current) : this.#list()
      default:
        return fail(at, 'an expression')
    }
  }

  #continue(left: Node): Node {
    const { text } = this.#take()
    switch (text) {
      case '.':
        return this.#afterDot(left)
      case '|':
        return { op: 'then', left, right: this.#expression(1) }
      case '||':
        return { op: 'or', left, right: this.#expression(2) }
      case '&&':
        return { op: 'and', left, right: this.#expression(3) }
      case '[]':
        return { op: 'project', over: 'list', left: { op: 'flatten', left }, right: this.#projected(9) }
      case '[?': {
        const condition = this.#expression(0)
        this.#demand(']')
        return { op: 'filter', left, condition, right: this.#is('[]') ? current : this.#projected(21) }
      }
      case '[':
        return this.#bracket(left)
      default:
        return { op: 'compare', by: text as Comparator, left, right: this.#expression(5) }
    }
  }

  #afterDot(left: Node): Node {
    if (this.#takeIf('*')) return { op: 'project', over: 'values', left, right: this.#projected(20) }
    return { op: 'then', left, right: this.#member(40) }
  }

  #member(power: number): Node {
    const { kind, text, at } = this.#token
    if (kind === 'name' || kind === 'quoted') return this.#expression(power)
    if (kind === 'sign' && text === '*') return this.#expression(power)
    if (this.#takeIf('[')) return this.#list()
    if (this.#takeIf('{')) return this.#map()
    return fail(at, 'a name')
  }

  /** The rest of the path, which is applied to each element of a projection. */
  #projected(power: number): Node {
    const { kind, text, at } = this.#token
    if (kind === 'end' || (kind === 'sign' && (powers[text] ?? 0) < projectionStop)) return current
    if (kind !== 'sign') return fail(at, '"." or "["')
    if (text === '[' || text === '[?') return this.#expression(power)
    if (this.#takeIf('.')) return this.#member(power)
    return current
  }

  #isIndex(): boolean {
    const [first, second] = [this.#token, this.#tokens[this.#next + 1]]
    if (first.kind === 'number' || this.#is(':')) return true
    return this.#is('*') && second?.text === ']'
  }

  #bracket(left: Node): Node {
    if (this.#takeIf('*')) {
      this.#demand(']')
      return { op: 'project', over: 'list', left, right: this.#projected(20) }
    }
    const parts: (number | undefined)[] = [undefined]
    for (;;) {
      if (this.#token.kind === 'number') parts[parts.length - 1] = Number(this.#take().text)
      if (this.#takeIf(':') && parts.length < 3) parts.push(undefined)
      else break
    }
    this.#demand(']')
    const [start, stop, step = 1] = parts
    if (parts.length === 1)
      return start === undefined
        ? fail(this.#token.at, 'a number')
        : { op: 'then', left, right: { op: 'index', at: start } }
    if (step === 0) throw new Error('jmespath: the step of a slice must not be 0')
    const slice: Node = {
      op: 'slice',
      ...(start !== undefined && { start }),
      ...(stop !== undefined && { stop }),
      step,
    }
    return { op: 'project', over: 'list', left: { op: 'then', left, right: slice }, right: this.#projected(20) }
  }

  #separated<T>(end: string, read: () => T): T[] {
    const all: T[] = []
    if (this.#takeIf(end)) return all
    for (;;) {
      all.push(read())
      if (this.#takeIf(end)) return all
      this.#demand(',')
    }
  }

  #call(name: string): Node {
    return { op: 'call', name, args: this.#separated(')', () => this.#expression(0)) }
  }

  #list(): Node {
    const { at } = this.#token
    const members = this.#separated(']', () => this.#expression(0))
    return members.length === 0 ? fail(at, 'an expression') : { op: 'list', members }
  }

  #map(): Node {
    const { at } = this.#token
    const entries = this.#separated('}', (): [string, Node] => {
      const key = this.#take()
      if (key.kind !== 'name' && key.kind !== 'quoted') fail(key.at, 'a name')
      this.#demand(':')
      return [key.kind === 'quoted' ? readQuoted(key.text) : key.text, this.#expression(0)]
    })
    return entries.length === 0 ? fail(at, 'a name') : { op: 'map', entries }
  }
}

const readQuoted = (text: string): string => String(parseBoundedJson(text))

const readLiteral = (text: string): unknown => {
  const json = text.slice(1, -1).replaceAll('\\`', '`').trim()
  try {
    return parseBoundedJson(json)
  } catch {
    throw new Error(`jmespath: \`${json}\` is not JSON`)
  }
}

export const parseJmespath = (source: string): Node => new Parser(source).all()
