import { parseInterpreter } from '#relay/backend/process/script-interpreter.ts'
import { parse } from '#relay/backend/templates/go-template/parse.ts'
import type { Control, Node, Program } from '#relay/backend/templates/go-template/syntax.ts'
import { printed } from '#relay/backend/templates/go-template/values.ts'
import { rootNames } from '#relay/backend/templates/places/root-names.ts'
import { CodeReader } from './code-reader.ts'
import { strangerIn, type Declarations } from './own-values.ts'
import type { ScriptError, ScriptReader, WriteReference } from './script-reader.ts'
import { ShellReader } from './shell-reader.ts'

type Print = Node & { readonly kind: 'print' }

interface ScriptPlan {
  readonly program: Program
  readonly references: ReadonlyMap<Node, WriteReference>
  readonly errors: readonly ScriptError[]
}

const statesMax = 64
const depthMax = 10
const findLastFunction = ({ pipeline }: Print): string | undefined => {
  const operand = pipeline.commands.at(-1)?.operands[0]
  return operand?.kind === 'function' ? operand.name : undefined
}

export const createScriptReader = (program: Program): ScriptReader => {
  const [first] = program.body
  const { name } = parseInterpreter(first?.kind === 'text' ? `${first.text}${program.body.length > 1 ? '?' : ''}` : '')
  if (name === 'sh' || name === 'bash') return new ShellReader()
  return new CodeReader(name === 'python' ? 'python3' : name)
}

export const planScript = (
  source: string,
  functions: ReadonlySet<string>,
  declarations: Declarations,
  createReader: (program: Program) => ScriptReader,
): ScriptPlan => {
  const program = parse(source, new Set([...functions, 'raw']), { delimiters: [['{{', '}}']], variables: rootNames })
  const walk = new ScriptWalk(program, declarations, createReader(program))
  walk.nodes(program.body)
  walk.end()
  return { program, references: walk.references, errors: walk.errors }
}

class ScriptWalk {
  readonly references = new Map<Node, WriteReference>()
  readonly #program: Program
  readonly #declarations: Declarations
  readonly #reader: ScriptReader
  readonly #errors: ScriptError[] = []
  #states: ReadonlySet<string>
  #left: Set<string>[] = []
  #depth = 0
  #names = new Map<string, string | undefined>()

  constructor(program: Program, declarations: Declarations, reader: ScriptReader) {
    this.#program = program
    this.#declarations = declarations
    this.#reader = reader
    this.#states = new Set([this.#reader.state])
  }

  get errors(): readonly ScriptError[] {
    return [...this.#errors, ...this.#reader.errors].toSorted((a, b) => a.offset - b.offset)
  }

  end(): void {
    this.#each(() => this.#reader.end())
  }

  nodes(nodes: readonly Node[]): void {
    for (const node of nodes) this.#node(node)
  }

  #each(work: () => void): void {
    const states = new Set<string>()
    for (const state of this.#states) {
      this.#reader.state = state
      work()
      states.add(this.#reader.state)
    }
    this.#states = states
  }

  #node(node: Node): void {
    switch (node.kind) {
      case 'text':
        this.#each(() => this.#reader.read(node.text))
        return
      case 'print':
        this.#print(node)
        return
      case 'break':
      case 'continue':
        for (const state of this.#states) this.#left.at(-1)?.add(state)
        this.#states = new Set()
        return
      case 'template':
        this.#include(node)
        return
      default:
        this.#control(node)
    }
  }

  #print(node: Print): void {
    const { pipeline, offset } = node
    const [name] = pipeline.variables
    if (name !== undefined) {
      const origin = strangerIn(pipeline, this.#names, this.#declarations)
      this.#names.set(name, this.#names.get(name) ?? origin)
      return
    }
    const [command] = pipeline.commands
    const [constant] = command?.operands ?? []
    if (pipeline.commands.length === 1 && constant?.kind === 'constant' && constant.fields.length === 0) {
      this.#each(() => this.#reader.read(printed(constant.value)))
      return
    }
    if (findLastFunction(node) === 'raw') {
      const origin = strangerIn(pipeline, this.#names, this.#declarations)
      if (origin !== undefined)
        this.#errors.push({ offset, reason: `raw is only for text of the author, and this is ${origin}` })
      this.#each(() => this.#reader.read('x'))
      return
    }
    this.#each(() => {
      const write = this.#reader.value(offset)
      if (write === undefined) return
      const other = this.references.get(node)
      if (other !== undefined && other('') !== write(''))
        this.#errors.push({ offset, reason: 'it is quoted differently in different branches' })
      this.references.set(node, write)
    })
  }

  #include(node: Node & { readonly kind: 'template' }): void {
    const body = this.#program.templates.get(node.name)
    if (body === undefined) return
    if (++this.#depth > depthMax) this.#errors.push({ offset: node.offset, reason: 'its templates include each other' })
    else {
      const names = this.#names
      const origin =
        node.pipeline === undefined ? undefined : strangerIn(node.pipeline, this.#names, this.#declarations)
      this.#names = new Map([
        ['.', origin],
        ['$', origin],
      ])
      this.nodes(body)
      this.#names = names
    }
    this.#depth -= 1
  }

  #control({ kind, pipeline, body, otherwise, offset }: Control): void {
    const before = this.#states
    const outer = this.#names
    const origin = strangerIn(pipeline, outer, this.#declarations)
    this.#names = new Map(outer)
    for (const name of pipeline.variables) this.#names.set(name, this.#names.get(name) ?? origin)
    if (kind !== 'if') this.#names.set('.', origin)
    const left = new Set<string>()
    if (kind === 'range') this.#left.push(left)
    this.nodes(body)
    const once = this.#states
    if (kind === 'range') {
      this.nodes(body)
      this.#left.pop()
    }
    const twice = this.#states
    for (const [name, owner] of this.#names) if (name !== '.' && outer.has(name)) outer.set(name, owner)
    this.#names = outer
    this.#states = before
    this.nodes(otherwise)
    this.#states = new Set([...this.#states, ...once, ...twice, ...left])
    if (this.#states.size <= statesMax) return
    this.#errors.push({ offset, reason: 'it has too many branches' })
    this.#states = new Set([...this.#states].slice(0, 1))
  }
}
