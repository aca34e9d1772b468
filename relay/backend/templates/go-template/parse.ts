import { nearest } from '#relay/backend/templates/nearest.ts'
import { positionAt, TemplateError } from '#relay/backend/templates/template-error.ts'
import { scan, type Delimiters, type Token, type TokenKind } from './scan.ts'
import type { Command, Control, FieldStep, Node, Operand, Pipeline, Program } from './syntax.ts'

const depthMax = 100
const constants = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['nil', null],
])

/**
 * Reads a Go template, with `delimiters` where it chooses none. Throws TemplateError where it is broken or names a function that
 * `functions` has not.
 */
export const parse = (source: string, functions: ReadonlySet<string>, delimiters?: readonly Delimiters[]): Program =>
  new Parser(source, functions, delimiters).program()

class Parser {
  private readonly source: string
  private readonly functions: ReadonlySet<string>
  private readonly tokens: readonly Token[]
  private readonly templates = new Map<string, readonly Node[]>()
  private index = 0
  private depth = 0
  private ranges = 0
  /** Names that stand in scope, innermost last. */
  private variables: string[] = ['$']

  constructor(source: string, functions: ReadonlySet<string>, delimiters: readonly Delimiters[] | undefined) {
    this.source = source
    this.functions = functions
    this.tokens = scan(source, delimiters)
  }

  program(): Program {
    const { nodes, end } = this.list([])
    if (end.kind !== 'end') this.fail(end, `{{${end.value}}} has nothing that it belongs to.`)
    return { body: nodes, templates: this.templates }
  }

  /** Reads nodes until one of the words in `ends` (which is eaten, its close not) or the end of the text. */
  private list(ends: readonly string[]): { nodes: Node[]; end: Token } {
    if (++this.depth > depthMax) this.fail(this.peek(), `It is nested deeper than ${depthMax} levels.`)
    const nodes: Node[] = []
    for (;;) {
      const token = this.next()
      if (token.kind === 'end') {
        if (ends.length > 0) this.fail(token, 'An {{end}} is missing.')
        this.depth -= 1
        return { nodes, end: token }
      }
      if (token.kind === 'text') {
        nodes.push({ kind: 'text', text: token.value, offset: token.offset })
        continue
      }
      const word = this.peek()
      if (word.kind === 'identifier' && ['else', 'end'].includes(word.value)) {
        if (!ends.includes(word.value)) this.fail(word, `{{${word.value}}} has nothing that it belongs to.`)
        this.next()
        this.depth -= 1
        return { nodes, end: word }
      }
      const node = this.action(word)
      if (node !== undefined) nodes.push(node)
    }
  }

  private action(word: Token): Node | undefined {
    const { offset } = word
    if (word.kind === 'identifier' && !this.continuesAsName()) {
      switch (word.value) {
        case 'if':
        case 'with':
        case 'range':
          this.next()
          return this.control(word.value, offset)
        case 'break':
        case 'continue':
          this.next()
          if (this.ranges === 0) this.fail(word, `{{${word.value}}} works only inside a range.`)
          this.expect('close')
          return { kind: word.value, offset }
        case 'define':
          this.next()
          this.define()
          return undefined
        case 'block': {
          this.next()
          const name = this.name()
          const pipeline = this.pipeline('close')
          this.templates.set(name, this.body())
          return { kind: 'template', name, pipeline, offset }
        }
        case 'template': {
          this.next()
          const name = this.name()
          if (this.peek().kind !== 'close') return { kind: 'template', name, pipeline: this.pipeline('close'), offset }
          this.next()
          return { kind: 'template', name, pipeline: undefined, offset }
        }
      }
    }
    return { kind: 'print', pipeline: this.pipeline('close'), offset }
  }

  private control(kind: 'if' | 'with' | 'range', offset: number): Control {
    const scope = this.variables.length
    const pipeline = this.pipeline('close', kind === 'range')
    if (kind === 'range') this.ranges += 1
    const { nodes, end } = this.list(['else', 'end'])
    if (kind === 'range') this.ranges -= 1
    let otherwise: Node[] = []
    if (end.value === 'else') {
      const next = this.peek()
      if (next.kind === 'identifier' && (next.value === kind || next.value === 'if' || next.value === 'with')) {
        this.next()
        otherwise = [this.control(next.value === 'with' ? 'with' : 'if', next.offset)]
        this.variables.length = scope
        return { kind, pipeline, body: nodes, otherwise, offset }
      }
      this.expect('close')
      const rest = this.list(['end'])
      otherwise = rest.nodes
    }
    this.expect('close')
    this.variables.length = scope
    return { kind, pipeline, body: nodes, otherwise, offset }
  }

  private define(): void {
    const name = this.name()
    this.expect('close')
    this.templates.set(name, this.body())
  }

  private body(): readonly Node[] {
    const { variables, ranges } = this
    this.variables = ['$']
    this.ranges = 0
    const { nodes } = this.list(['end'])
    this.expect('close')
    this.variables = variables
    this.ranges = ranges
    return nodes
  }

  private name(): string {
    return this.expect('string').value
  }

  private pipeline(end: 'close' | 'right', inRange = false): Pipeline {
    if (++this.depth > depthMax) this.fail(this.peek(), `It is nested deeper than ${depthMax} levels.`)
    const { offset } = this.peek()
    const { variables, declares } = this.declaration(inRange)
    const commands: Command[] = []
    for (;;) {
      commands.push(this.command())
      const token = this.next()
      if (token.kind === end) break
      if (token.kind !== 'pipe') this.fail(token, `${shown(token)} is not expected here.`)
    }
    const late = commands.slice(1).find(({ operands: [first] }) => first.kind === 'constant')
    if (late !== undefined)
      this.failAt(late.operands[0].offset, 'A value cannot take what a | hands it; only a function can.')
    if (declares) this.variables.push(...variables)
    this.depth -= 1
    return { variables, declares, commands, offset }
  }

  private declaration(inRange: boolean): { variables: string[]; declares: boolean } {
    const none = { variables: [], declares: false }
    const first = this.peek()
    if (first.kind !== 'variable') return none
    const second = this.peek(1)
    if (second.kind === 'declare' || second.kind === 'assign') {
      this.next()
      this.next()
      if (second.kind === 'assign') this.known(first)
      return { variables: [first.value], declares: second.kind === 'declare' }
    }
    if (!inRange || second.kind !== 'comma') return none
    this.next()
    this.next()
    const other = this.expect('variable')
    const sign = this.next()
    if (sign.kind !== 'declare' && sign.kind !== 'assign') this.fail(sign, 'A := is missing.')
    return { variables: [first.value, other.value], declares: sign.kind === 'declare' }
  }

  private command(): Command {
    const first = this.operand()
    if (first === undefined) return this.fail(this.peek(), 'A value is missing.')
    const operands: [Operand, ...Operand[]] = [first]
    while (this.peek().spaced || this.peek().kind === 'left') {
      const operand = this.operand()
      if (operand === undefined) break
      operands.push(operand)
    }
    if (operands.length > 1 && (first.kind === 'constant' || (first.kind === 'dot' && first.fields.length === 0))) {
      this.failAt(first.offset, 'It is no function and cannot take arguments.')
    }
    return { operands }
  }

  private operand(): Operand | undefined {
    const token = this.peek()
    const { offset } = token
    switch (token.kind) {
      case 'string':
        this.next()
        return { kind: 'constant', value: token.value, offset, fields: this.fields() }
      case 'number': {
        this.next()
        const value = Number(token.value.replaceAll('_', ''))
        if (Number.isNaN(value)) this.fail(token, `${token.value} is no number.`)
        return { kind: 'constant', value, offset, fields: this.fields() }
      }
      case 'dot':
        this.next()
        return { kind: 'dot', offset, fields: this.fields() }
      case 'field':
        return { kind: 'dot', offset, fields: this.fields(true) }
      case 'variable':
        this.next()
        this.known(token)
        return { kind: 'variable', name: token.value, offset, fields: this.fields() }
      case 'left': {
        this.next()
        const pipeline = this.pipeline('right')
        return { kind: 'group', pipeline, offset, fields: this.fields() }
      }
      case 'identifier':
        this.next()
        return this.named(token)
      default:
        return undefined
    }
  }

  private named(token: Token): Operand {
    const { offset } = token
    const constant = constants.get(token.value)
    if (constant !== undefined) return { kind: 'constant', value: constant, offset, fields: [] }
    let name = token.value
    const fields = this.fields()
    const [member] = fields
    const grouped = member !== undefined && this.functions.has(`${name}.${member.name}`)
    if (grouped) {
      name = `${name}.${member.name}`
    } else if (!this.functions.has(name)) {
      const wanted = member === undefined ? name : `${name}.${member.name}`
      const like = nearest(wanted, [...this.functions])
      this.fail(token, `There is no function '${wanted}'${like === undefined ? '' : `; did you mean '${like}'?`}.`)
    }
    return { kind: 'function', name, offset, fields: grouped ? fields.slice(1) : fields }
  }

  /** `.a.b.c` without spaces in between; `first` says that the first may have one. */
  private fields(first = false): FieldStep[] {
    const steps: FieldStep[] = []
    for (;;) {
      const token = this.peek()
      if (token.kind !== 'field' || (token.spaced && !(first && steps.length === 0))) break
      this.next()
      steps.push({ name: token.value, offset: token.offset })
    }
    return steps
  }

  /** Whether the word at hand is a name with fields, as in `template.x`. */
  private continuesAsName(): boolean {
    const after = this.peek(1)
    return after.kind === 'field' && !after.spaced
  }

  private known(token: Token): void {
    if (!this.variables.includes(token.value)) this.fail(token, `There is no variable ${token.value} here.`)
  }

  private peek(ahead = 0): Token {
    return (
      this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)] ?? this.fail(undefined, 'The text is empty.')
    )
  }

  private next(): Token {
    const token = this.peek()
    this.index += 1
    return token
  }

  private expect(kind: TokenKind): Token {
    const token = this.next()
    if (token.kind !== kind) this.fail(token, `${shown(token)} is not expected here.`)
    return token
  }

  private fail(token: Token | undefined, reason: string): never {
    return this.failAt(token?.offset ?? 0, reason)
  }

  private failAt(offset: number, reason: string): never {
    throw new TemplateError('template', reason, positionAt(this.source, offset))
  }
}

const shown = (token: Token): string => {
  if (token.kind === 'end') return 'The end of the text'
  return token.kind === 'string' ? JSON.stringify(token.value) : `'${token.kind === 'field' ? '.' : ''}${token.value}'`
}
