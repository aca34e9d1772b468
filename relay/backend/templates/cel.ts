import { Environment, EvaluationError, ParseError, TypeError as CelTypeError, type ASTNode } from '@marcbachmann/cel-js'
import { nearest } from '#shared/primitives/nearest.ts'
import { dateTimestamp, dayDuration, linearMatches, registerCelFunctions, withCurrent } from './cel-functions.ts'
import { expandMacros, macroForms } from './cel-macros.ts'
import { withoutLeadingDots } from './cel-root-names.ts'
import { toCelValue, toJson, fromCelValue } from './cel-values.ts'
import { toTextMethod, withoutPrefix } from './cel-text.ts'
import { isZonedField, zonedName } from './cel-zones.ts'
import { withRowTimes } from './row-times.ts'
import { positionAt, TemplateError } from './template-error.ts'
import type { Evaluation } from './template-language.ts'

const language = registerCelFunctions(
  new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false, enableOptionalTypes: true }),
)
/** CEL reads these names as its types. A variable of the same name wins: it is read as `root_type`. */
const typeNames = 'string bool int uint double map list bytes null_type type'.split(' ')
const toRootName = (name: string): string => `root_${name}`
const typeValues = new Map(typeNames.map((name): [string, unknown] => [name, language.parse(name)({})]))
const functionNames = new Set(language.getDefinitions().functions.map((definition) => definition.name))

/**
 * `Duration` and `Date` become CEL durations and timestamps. Results are plain JSON: bigints as numbers, durations and
 * timestamps as text, absent optionals as null.
 */
export const compileCel = (source: string): Evaluation => {
  const expanded = expandMacros(withoutLeadingDots(source))
  const toPosition: ToPosition = (at) => positionAt(source, expanded.toSource(at))
  const failure = (error: unknown): unknown => {
    const known = error instanceof ParseError || error instanceof EvaluationError || error instanceof CelTypeError
    if (!known) return error
    return new TemplateError('expr', `${withoutPrefix(error.summary)}.`, toPosition(error.range?.start ?? 0))
  }
  try {
    const expression = language.parse(expanded.text)
    settleFunctions(expression.ast, toPosition)
    const types = settleTypes(expression.ast)
    return (environment) => {
      try {
        const values = withRowTimes(environment)
        return withCurrent(values, () => toJson(fromCelValue(expression(toCelValues(values, types)) as unknown)))
      } catch (error) {
        throw failure(error)
      }
    }
  } catch (error) {
    throw failure(error)
  }
}

type ToPosition = (at: number) => ReturnType<typeof positionAt>

const settleFunctions = (node: ASTNode, toPosition: ToPosition): void => {
  if (node.op === 'call' || node.op === 'rcall') {
    const name = node.args[0]
    if (!functionNames.has(name)) {
      const form = macroForms.get(name)
      const like = nearest(name, [...functionNames, ...macroForms.keys()])
      const hint = like === undefined ? '' : ` (did you mean '${like}'?)`
      throw new TemplateError('expr', form ?? `Unknown function '${name}'${hint}.`, toPosition(node.start))
    }
    if (node.op === 'rcall') node.args[0] = toTextMethod(name)
    if (name === 'matches') node.args[0] = linearMatches
    if (name === 'timestamp') node.args[0] = dateTimestamp
    if (name === 'duration') node.args[0] = dayDuration
    if (node.op === 'rcall' && isZonedField(name, node.args[2].length)) node.args[0] = zonedName(name)
  }
  for (const child of nodesIn(node.args)) settleFunctions(child, toPosition)
}

/** Returns the names of types that the expression uses as values, and not as the variable of a macro. */
const settleTypes = (root: ASTNode): readonly string[] => {
  const nodes = [...listNodes(root)]
  const own = new Set(nodes.flatMap(macroVariables))
  const used = new Set<string>()
  for (const node of nodes) {
    if (node.op !== 'id' || !typeValues.has(node.args) || own.has(node.args)) continue
    used.add(node.args)
    Object.assign(node, { args: toRootName(node.args) })
  }
  return [...used]
}

const macros = /^(?:map|filter|all|exists|exists_one|bind)$/

const macroVariables = (node: ASTNode): string[] => {
  if (node.op !== 'rcall') return []
  const [name, , [variable]] = node.args
  return macros.test(name) && variable?.op === 'id' ? [variable.args] : []
}

const toCelValues = (
  environment: Readonly<Record<string, unknown>>,
  types: readonly string[],
): Record<string, unknown> => {
  const values = Object.fromEntries(
    Object.entries(environment).map(([name, value]): [string, unknown] => [name, toCelValue(value)]),
  )
  for (const name of types) values[toRootName(name)] = Object.hasOwn(values, name) ? values[name] : typeValues.get(name)
  return values
}

function* listNodes(node: ASTNode): Generator<ASTNode> {
  yield node
  for (const child of nodesIn(node.args)) yield* listNodes(child)
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value

const nodesIn = (value: unknown): ASTNode[] => {
  if (isNode(value)) return [value]
  return Array.isArray(value) ? value.flatMap(nodesIn) : []
}
