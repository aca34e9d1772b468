import { namesWithActions, withActions } from '#relay/backend/templates/go-template.ts'
import { execute } from '#relay/backend/templates/go-template/evaluate.ts'
import type { Node, Program } from '#relay/backend/templates/go-template/syntax.ts'
import { printed, type TemplateFunction } from '#relay/backend/templates/go-template/values.ts'
import { positionAt, TemplateError } from '#relay/backend/templates/template-error.ts'
import type { Evaluation } from '#relay/backend/templates/template-language.ts'
import { CodeReader } from './code-reader.ts'
import { LiteralReader } from './literal-reader.ts'
import { brokenValue, valueInScript, type ProgramKind, type ProgramSource } from './program-source.ts'
import type { ScriptReader } from './script-reader.ts'
import { planScript, createScriptReader } from './script-plan.ts'

const readersByKind: Record<ProgramKind, (program: Program) => ScriptReader> = {
  script: createScriptReader,
  query: () => new CodeReader('SQL'),
  expression: () => new LiteralReader(),
}

const prefix = 'QD_'
/** Linux limits one environment variable to 128 KB, including its name. */
const valueMax = 120_000
const quotedValue = /(?<![\w'])'(\{\{[^{}']*\}\})'(?!')/g
const asTemplate = (kind: ProgramKind, text: string): string => {
  if (text.includes('gotemplate:')) return text
  const template = text.replaceAll(valueInScript, '{{$1}}')
  return kind === 'query' ? template.replaceAll(quotedValue, '$1') : template
}

/**
 * Printed values are never parsed as part of the program: scripts refer to quoted variables, queries to parameters.
 * Throws TemplateError for a position where a value could be parsed.
 */
export const compileProgram = (text: string, { kind, declarations, placeholder }: ProgramSource): Evaluation => {
  const source = asTemplate(kind, text)
  const unknown = findUnknownParameter(text, declarations)
  if (unknown !== undefined)
    throw new TemplateError(
      'program',
      `$(params.${unknown.name}): no such parameter.`,
      positionAt(text, unknown.offset),
    )
  const broken = kind === 'script' ? brokenValue.exec(source) : null
  if (broken !== null)
    throw new TemplateError(
      'program',
      `${broken[0]} cannot be read as a value. Write it in {{…}}, and a name with a dash as {{index .request.headers "x-name"}}.`,
      positionAt(source, broken.index),
    )
  const { program, references, errors } = planScript(source, namesWithActions, declarations, readersByKind[kind])
  const [error] = errors
  if (error !== undefined) {
    const { offset, reason } = error
    throw new TemplateError(
      'program',
      formatScriptError(kind, expressionAt(source, offset), reason),
      positionAt(source, offset),
    )
  }
  return (environment) => {
    const variables = new Map<string, string>()
    const values: string[] = []
    const print = (value: unknown, node: Node): string => {
      const shown = printed(value)
      const write = references.get(node)
      if (write === undefined) return shown
      if (kind === 'expression') return write(shown)
      if (kind === 'query') {
        const index = values.push(shown)
        return write((placeholder ?? '$#').replace('#', () => String(index)))
      }
      return write(variableFor(variables, toVariableName(expressionAt(source, node.offset)), shown))
    }
    const functions = new Map([...withActions(environment), ['raw', raw] as const])
    const filled = execute({ program, source, data: environment, functions, print })
    return { text: filled, variables: Object.fromEntries(variables), values }
  }
}

const findUnknownParameter = (text: string, { parameters = [] }: ProgramSource['declarations']) => {
  for (const { 1: path = '', index } of text.matchAll(valueInScript)) {
    const [root, name = ''] = path.split('.')
    if (root === 'params' && parameters.every((parameter) => parameter.name !== name)) return { name, offset: index }
  }
  return undefined
}

const expressionAt = (source: string, offset: number): string => {
  const end = source.indexOf('}}', offset)
  return source
    .slice(offset, end < 0 ? offset + 60 : end)
    .replace(/\s-$/, '')
    .trim()
}

const formatScriptError = (kind: ProgramKind, expression: string, reason: string): string => {
  const name = /^\.params\.(\w+)$/.exec(expression)?.[1]?.toUpperCase() ?? 'VALUE'
  const wayOut =
    kind === 'script'
      ? ` Put it into a variable, env: [{name: ${name}, value: '{{${expression}}}'}], and use that variable in the script.`
      : ''
  return `{{${expression}}} cannot be used here: ${reason}.${wayOut}`
}

const toVariableName = (expression: string): string => {
  const [, path] = /^\.([A-Za-z_][\w.]*)$/.exec(expression) ?? []
  return prefix + (path?.replaceAll('.', '_').toUpperCase() ?? 'VALUE')
}

const raw: TemplateFunction = (value) => value

const variableFor = (variables: Map<string, string>, base: string, text: string): string => {
  if (text.includes('\0'))
    throw new Error(`The value of ${base} contains a zero byte and cannot be passed to a program`)
  if (Buffer.byteLength(text) > valueMax)
    throw new Error(`The value of ${base} is longer than ${valueMax / 1000} KB and cannot be passed to a script`)
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`
    const held = variables.get(name)
    if (held !== undefined && held !== text) continue
    variables.set(name, text)
    return name
  }
}
