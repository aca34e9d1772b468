import { Environment, EvaluationError, ParseError, TypeError as CelTypeError, type ASTNode } from '@marcbachmann/cel-js'
import { dateTimestamp, linearMatches, registerCelFunctions, withCurrent } from './cel-functions.ts'
import { withoutLeadingDots } from './cel-root-names.ts'
import { toCelValue, toJson, fromCelValue } from './cel-values.ts'
import { nearest } from './nearest.ts'
import { positionAt, TemplateError } from './template-error.ts'
import type { Evaluation } from './template-language.ts'

const language = registerCelFunctions(
  new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false, enableOptionalTypes: true }),
)
const functionNames = new Set(language.getDefinitions().functions.map((definition) => definition.name))

/**
 * `Duration` and `Date` become CEL durations and timestamps. Results are plain JSON: bigints as numbers,
 * durations and timestamps as
 * text, absent optionals as null.
 */
export const compileCel = (source: string): Evaluation => {
  const failure = (error: unknown): unknown => {
    const known = error instanceof ParseError || error instanceof EvaluationError || error instanceof CelTypeError
    if (!known) return error
    return new TemplateError('expr', `${error.summary}.`, positionAt(source, error.range?.start ?? 0))
  }
  try {
    const expression = language.parse(withoutLeadingDots(source))
    settleFunctions(expression.ast, source)
    return (environment) => {
      try {
        return withCurrent(environment, () => toJson(fromCelValue(expression(toCelValues(environment)) as unknown)))
      } catch (error) {
        throw failure(error)
      }
    }
  } catch (error) {
    throw failure(error)
  }
}

const settleFunctions = (node: ASTNode, source: string): void => {
  if (node.op === 'call' || node.op === 'rcall') {
    const name = node.args[0]
    if (!functionNames.has(name)) {
      const like = nearest(name, [...functionNames])
      throw new TemplateError(
        'expr',
        `Unknown function '${name}'${like === undefined ? '' : ` (did you mean '${like}'?)`}.`,
        positionAt(source, node.start),
      )
    }
    if (name === 'matches') node.args[0] = linearMatches
    if (name === 'timestamp') node.args[0] = dateTimestamp
  }
  for (const child of nodesIn(node.args)) settleFunctions(child, source)
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value

const nodesIn = (value: unknown): ASTNode[] => {
  if (isNode(value)) return [value]
  return Array.isArray(value) ? value.flatMap(nodesIn) : []
}

const toCelValues = (environment: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]): [string, unknown] => [name, toCelValue(value)]))
