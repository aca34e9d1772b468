import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { positionAt, TemplateError } from '#relay/backend/templates/template-error.ts'
import { findMethod } from './methods.ts'
import type { Command, Control, FieldStep, Node, Operand, Pipeline, Program } from './syntax.ts'
import { isMap, isTrue, describeKind, printed, type TemplateFunction } from './values.ts'

const stepsMax = 200_000
const outputMax = 1_000_000
const depthMax = 50

type Flow = 'break' | 'continue' | undefined
interface Variable {
  readonly name: string
  value: unknown
}

type Print = (value: unknown, node: Node) => string

interface ExecutionInput {
  readonly program: Program
  readonly source: string
  readonly data: unknown
  readonly functions: ReadonlyMap<string, TemplateFunction>
  readonly print?: Print
}

export const execute = ({ print = (value) => printed(value), ...input }: ExecutionInput): string =>
  new Execution({ ...input, print }).run()

class Execution {
  private readonly input: Required<ExecutionInput>
  private readonly output: string[] = []
  private length = 0
  private steps = 0
  private depth = 0
  private variables: Variable[]

  constructor(input: Required<ExecutionInput>) {
    this.input = input
    this.variables = [{ name: '$', value: input.data }]
  }

  run(): string {
    this.walk(this.input.program.body, this.input.data)
    return this.output.join('')
  }

  private walk(nodes: readonly Node[], dot: unknown): Flow {
    for (const node of nodes) {
      this.step(node.offset)
      const flow = this.one(node, dot)
      if (flow !== undefined) return flow
    }
    return undefined
  }

  private one(node: Node, dot: unknown): Flow {
    switch (node.kind) {
      case 'text':
        this.write(node.text, node.offset)
        return undefined
      case 'print': {
        const value = this.pipeline(node.pipeline, dot)
        if (node.pipeline.variables.length === 0) this.write(this.input.print(value, node), node.offset)
        return undefined
      }
      case 'break':
      case 'continue':
        return node.kind
      case 'template':
        this.include(
          node.name,
          node.pipeline === undefined ? undefined : this.pipeline(node.pipeline, dot),
          node.offset,
        )
        return undefined
      case 'range':
        return this.range(node, dot)
      default:
        return this.scoped(() => {
          const value = this.pipeline(node.pipeline, dot)
          if (isTrue(value)) return this.walk(node.body, node.kind === 'with' ? value : dot)
          return this.walk(node.otherwise, dot)
        })
    }
  }

  private range(node: Control, dot: unknown): Flow {
    return this.scoped(() => {
      const { variables, declares } = node.pipeline
      const value = this.pipeline(node.pipeline, dot, false)
      const members = this.members(value, node.pipeline.offset)
      if (members.length === 0) return this.walk(node.otherwise, dot)
      for (const [key, member] of members) {
        this.step(node.offset)
        const flow = this.scoped(() => {
          const [first, second] = variables
          if (second !== undefined && first !== undefined) {
            this.set(first, key, declares)
            this.set(second, member, declares)
          } else if (first !== undefined) {
            this.set(first, member, declares)
          }
          return this.walk(node.body, member)
        })
        if (flow === 'break') break
      }
      return undefined
    })
  }

  private members(value: unknown, offset: number): (readonly [unknown, unknown])[] {
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) return Array.from(value.entries())
    if (isMap(value))
      return Object.keys(value)
        .sort()
        .map((name) => [name, value[name]])
    if (typeof value === 'number' && Number.isInteger(value)) {
      if (value > stepsMax) this.fail(offset, `Cannot loop ${value} times (maximum ${stepsMax}).`)
      return Array.from({ length: Math.max(0, value) }, (_, index) => [index, index])
    }
    return this.fail(offset, `A range needs a list, a map or an integer, got ${describeKind(value)}.`)
  }

  private include(name: string, data: unknown, offset: number): void {
    const body = this.input.program.templates.get(name)
    if (body === undefined) return this.fail(offset, `Undefined template ${JSON.stringify(name)}.`)
    if (++this.depth > depthMax) this.fail(offset, `Templates include each other more than ${depthMax} levels deep.`)
    const { variables } = this
    this.variables = [{ name: '$', value: data }]
    this.walk(body, data)
    this.variables = variables
    this.depth -= 1
  }

  private scoped<T>(work: () => T): T {
    const { length } = this.variables
    const value = work()
    this.variables.length = length
    return value
  }

  private set(name: string, value: unknown, declares: boolean): void {
    const known = declares ? undefined : this.variables.findLast((variable) => variable.name === name)
    if (known === undefined) this.variables.push({ name, value })
    else known.value = value
  }

  private pipeline(pipeline: Pipeline, dot: unknown, assigns = true): unknown {
    let piped: readonly [unknown] | readonly [] = []
    for (const command of pipeline.commands) piped = [this.command(command, dot, piped)]
    const [value] = piped
    const [name] = pipeline.variables
    if (name !== undefined && assigns) this.set(name, value, pipeline.declares)
    return value
  }

  private command({ operands: [first, ...rest] }: Command, dot: unknown, piped: readonly unknown[]): unknown {
    this.step(first.offset)
    const last = first.fields.at(-1)
    if (first.kind === 'function' && first.fields.length === 0 && !this.isVariable(first, [...rest, ...piped])) {
      if (first.name === 'and' || first.name === 'or') return this.shortCircuit(first.name, rest, dot, piped)
      return this.call(first.name, [...rest.map((operand) => this.operand(operand, dot)), ...piped], first.offset)
    }
    const hasArguments = rest.length + piped.length > 0
    if (!hasArguments) return this.operand(first, dot)
    if (last === undefined) return this.fail(first.offset, 'Not a function: cannot take arguments.')
    const owner = this.operand({ ...first, fields: first.fields.slice(0, -1) }, dot)
    return this.field(owner, last, [...rest.map((operand) => this.operand(operand, dot)), ...piped])
  }

  private shortCircuit(
    name: 'and' | 'or',
    operands: readonly Operand[],
    dot: unknown,
    piped: readonly unknown[],
  ): unknown {
    let value: unknown
    for (const operand of operands) {
      value = this.operand(operand, dot)
      if (isTrue(value) === (name === 'or')) return value
    }
    return piped.length > 0 ? piped[0] : value
  }

  private operand(operand: Operand, dot: unknown): unknown {
    let value: unknown
    switch (operand.kind) {
      case 'constant':
        ;({ value } = operand)
        break
      case 'dot':
        value = dot
        break
      case 'root':
        value = this.input.data
        break
      case 'variable':
        value = this.variables.findLast(({ name }) => name === operand.name)?.value
        break
      case 'group':
        value = this.pipeline(operand.pipeline, dot)
        break
      case 'function':
        value = this.isVariable(operand, [])
          ? this.field(this.input.data, operand, [])
          : this.call(operand.name, [], operand.offset)
        break
    }
    const isData = value === this.input.data
    for (const [index, step] of operand.fields.entries()) {
      // As in Go: below a map without the key, every field is absent. The name of a variable must exist.
      if (value === undefined && index > 0 && !(isData && index === 1)) return undefined
      value = this.field(value, step, [])
    }
    return value
  }

  private field(owner: unknown, { name, offset }: FieldStep, values: readonly unknown[]): unknown {
    if (owner === null || owner === undefined) return this.fail(offset, `Cannot read '.${name}' of an undefined value.`)
    if (isMap(owner)) {
      if (values.length > 0) this.fail(offset, `'.${name}' is not a function and cannot take arguments.`)
      return Object.hasOwn(owner, name) ? owner[name] : undefined
    }
    if (Array.isArray(owner) && /^_\d+$/.test(name)) return owner[Number(name.slice(1))] as unknown
    const method = findMethod(owner, name)
    if (method === undefined) return this.fail(offset, `${describeKind(owner)} has no '.${name}'.`)
    return this.attempt(name, offset, () => method(...values))
  }

  private isVariable(
    { name, isVariableName }: Extract<Operand, { readonly kind: 'function' }>,
    values: readonly unknown[],
  ): boolean {
    return isVariableName && values.length === 0 && isMap(this.input.data) && Object.hasOwn(this.input.data, name)
  }

  private call(name: string, values: readonly unknown[], offset: number): unknown {
    const call = this.input.functions.get(name)
    if (call === undefined) return this.fail(offset, `Unknown function '${name}'.`)
    return this.attempt(name, offset, () => call(...values))
  }

  private attempt(name: string, offset: number, work: () => unknown): unknown {
    try {
      return work()
    } catch (error) {
      if (error instanceof TemplateError) throw error
      return this.fail(offset, `${name}: ${toErrorMessage(error)}.`)
    }
  }

  private write(text: string, offset: number): void {
    this.length += text.length
    if (this.length > outputMax) this.fail(offset, `The output exceeds ${outputMax} characters.`)
    this.output.push(text)
  }

  private step(offset: number): void {
    this.steps += 1
    if (this.steps > stepsMax) this.fail(offset, `Stopped after ${stepsMax} steps.`)
  }

  private fail(offset: number, reason: string): never {
    throw new TemplateError('template', reason, positionAt(this.input.source, offset))
  }
}
