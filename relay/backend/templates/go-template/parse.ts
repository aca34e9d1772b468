import { nearest } from '#shared/primitives/nearest.ts'
import type { Delimiters, Token } from './scan.ts'
import type { Command, Control, FieldStep, Node, Operand, Pipeline, Program } from './syntax.ts'
import { TokenReader } from './token-reader.ts'

const depthMax = 100
const constants = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['nil', null],
])

interface ParseOptions {
  readonly delimiters?: readonly Delimiters[]
  /** Names that are variables without a leading dot, unless they are functions. */
  readonly variables?: ReadonlySet<string>
}

export const parse = (source: string, functions: ReadonlySet<string>, options: ParseOptions = {}): Program =>
  new Parser(source, functions, options).program()

class Parser {
  private readonly functions: ReadonlySet<string>
  private readonly roots: ReadonlySet<string>
  private readonly tokens: TokenReader
  private readonly templates = new Map<string, readonly Node[]>()
  private depth = 0
  private ranges = 0
  private variables: string[] = ['$']

  constructor(source: string, functions: ReadonlySet<string>, { delimiters, variables = new Set() }: ParseOptions) {
    this.functions = functions
    this.roots = variables
    this.tokens = new TokenReader(source, delimiters)
  }

  program(): Program {
    const { nodes, end } = this.list([])
    if (end.kind !== 'end') this.tokens.fail(end, `Unexpected {{${end.value}}}.`)
    return { body: nodes, templates: this.templates }
  }

  /** The word in `ends` is consumed, its closing delimiter is not. */
  private list(ends: readonly string[]): { nodes: Node[]; end: Token } {
    if (++this.depth > depthMax) this.tokens.fail(this.tokens.peek(), `Nested deeper than ${depthMax} levels.`)
    const nodes: Node[] = []
    for (;;) {
      const token = this.tokens.next()
      if (token.kind === 'end') {
        if (ends.length > 0) this.tokens.fail(token, 'Missing {{end}}.')
        this.depth -= 1
        return { nodes, end: token }
      }
      if (token.kind === 'text') {
        nodes.push({ kind: 'text', text: token.value, offset: token.offset })
        continue
      }
      const word = this.tokens.peek()
      if (word.kind === 'identifier' && ['else', 'end'].includes(word.value)) {
        if (!ends.includes(word.value)) this.tokens.fail(word, `Unexpected {{${word.value}}}.`)
        this.tokens.next()
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
          this.tokens.next()
          return this.control(word.value, offset)
        case 'break':
        case 'continue':
          this.tokens.next()
          if (this.ranges === 0) this.tokens.fail(word, `{{${word.value}}} is only allowed inside a range.`)
          this.tokens.expect('close')
          return { kind: word.value, offset }
        case 'define':
          this.tokens.next()
          this.define()
          return undefined
        case 'block': {
          this.tokens.next()
          const name = this.name()
          const pipeline = this.pipeline('close')
          this.templates.set(name, this.body())
          return { kind: 'template', name, pipeline, offset }
        }
        case 'template': {
          this.tokens.next()
          const name = this.name()
          if (this.tokens.peek().kind !== 'close')
            return { kind: 'template', name, pipeline: this.pipeline('close'), offset }
          this.tokens.next()
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
      const next = this.tokens.peek()
      if (next.kind === 'identifier' && (next.value === kind || next.value === 'if' || next.value === 'with')) {
        this.tokens.next()
        otherwise = [this.control(next.value === 'with' ? 'with' : 'if', next.offset)]
        this.variables.length = scope
        return { kind, pipeline, body: nodes, otherwise, offset }
      }
      this.tokens.expect('close')
      const rest = this.list(['end'])
      otherwise = rest.nodes
    }
    this.tokens.expect('close')
    this.variables.length = scope
    return { kind, pipeline, body: nodes, otherwise, offset }
  }

  private define(): void {
    const name = this.name()
    this.tokens.expect('close')
    this.templates.set(name, this.body())
  }

  private body(): readonly Node[] {
    const { variables, ranges } = this
    this.variables = ['$']
    this.ranges = 0
    const { nodes } = this.list(['end'])
    this.tokens.expect('close')
    this.variables = variables
    this.ranges = ranges
    return nodes
  }

  private name(): string {
    return this.tokens.expect('string').value
  }

  private pipeline(end: 'close' | 'right', inRange = false): Pipeline {
    if (++this.depth > depthMax) this.tokens.fail(this.tokens.peek(), `Nested deeper than ${depthMax} levels.`)
    const { offset } = this.tokens.peek()
    const { variables, declares } = this.declaration(inRange)
    const commands: Command[] = []
    for (;;) {
      commands.push(this.command())
      const token = this.tokens.next()
      if (token.kind === end) break
      if (token.kind !== 'pipe') this.tokens.unexpected(token)
    }
    const late = commands.slice(1).find(({ operands: [first] }) => first.kind === 'constant')
    if (late !== undefined) this.tokens.failAt(late.operands[0].offset, 'Only a function can follow a |.')
    if (declares) this.variables.push(...variables)
    this.depth -= 1
    return { variables, declares, commands, offset }
  }

  private declaration(inRange: boolean): { variables: string[]; declares: boolean } {
    const none = { variables: [], declares: false }
    const first = this.tokens.peek()
    if (first.kind !== 'variable') return none
    const second = this.tokens.peek(1)
    if (second.kind === 'declare' || second.kind === 'assign') {
      this.tokens.next()
      this.tokens.next()
      if (second.kind === 'assign') this.known(first)
      return { variables: [first.value], declares: second.kind === 'declare' }
    }
    if (!inRange || second.kind !== 'comma') return none
    this.tokens.next()
    this.tokens.next()
    const other = this.tokens.expect('variable')
    const sign = this.tokens.next()
    if (sign.kind !== 'declare' && sign.kind !== 'assign') this.tokens.fail(sign, 'Missing :=.')
    return { variables: [first.value, other.value], declares: sign.kind === 'declare' }
  }

  private command(): Command {
    const first = this.operand()
    if (first === undefined) return this.tokens.fail(this.tokens.peek(), 'Missing value.')
    const operands: [Operand, ...Operand[]] = [first]
    while (this.tokens.peek().spaced || this.tokens.peek().kind === 'left') {
      const operand = this.operand()
      if (operand === undefined) break
      operands.push(operand)
    }
    if (
      operands.length > 1 &&
      (first.kind === 'constant' || (first.kind === 'dot' && first.fields.length === 0) || first.kind === 'root')
    ) {
      this.tokens.failAt(first.offset, 'Not a function: cannot take arguments.')
    }
    return { operands }
  }

  private operand(): Operand | undefined {
    const token = this.tokens.peek()
    const { offset } = token
    switch (token.kind) {
      case 'string':
        this.tokens.next()
        return { kind: 'constant', value: token.value, offset, fields: this.fields() }
      case 'number': {
        this.tokens.next()
        const text = token.value.replaceAll('_', '')
        const number = Number(text)
        const value =
          Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text) ? BigInt(text) : number
        if (Number.isNaN(number)) this.tokens.fail(token, `${token.value} is not a number.`)
        return { kind: 'constant', value, offset, fields: this.fields() }
      }
      case 'dot':
        this.tokens.next()
        return { kind: 'dot', offset, fields: this.fields() }
      case 'field':
        return { kind: 'dot', offset, fields: this.fields(true) }
      case 'variable':
        this.tokens.next()
        this.known(token)
        return { kind: 'variable', name: token.value, offset, fields: this.fields() }
      case 'left': {
        this.tokens.next()
        const pipeline = this.pipeline('right')
        return { kind: 'group', pipeline, offset, fields: this.fields() }
      }
      case 'identifier':
        this.tokens.next()
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
    } else if (this.isRoot(name)) {
      return { kind: 'root', offset, fields: [{ name, offset }, ...fields] }
    } else if (!this.functions.has(name)) {
      const wanted = member === undefined ? name : `${name}.${member.name}`
      const like = nearest(wanted, [...this.functions])
      this.tokens.fail(token, `Unknown function '${wanted}'${like === undefined ? '' : ` (did you mean '${like}'?)`}.`)
    }
    const isVariableName = this.roots.has(name)
    return { kind: 'function', name, isVariableName, offset, fields: grouped ? fields.slice(1) : fields }
  }

  private isRoot(name: string): boolean {
    return !this.functions.has(name) && this.roots.has(name)
  }

  private fields(first = false): FieldStep[] {
    const steps: FieldStep[] = []
    for (;;) {
      const token = this.tokens.peek()
      if (token.kind !== 'field' || (token.spaced && !(first && steps.length === 0))) break
      this.tokens.next()
      steps.push({ name: token.value, offset: token.offset })
    }
    return steps
  }

  private continuesAsName(): boolean {
    const after = this.tokens.peek(1)
    return after.kind === 'field' && !after.spaced
  }

  private known(token: Token): void {
    if (!this.variables.includes(token.value)) this.tokens.fail(token, `Undefined variable ${token.value}.`)
  }
}
