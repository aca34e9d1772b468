import { withoutBigints } from '#shared/primitives/exact-json.ts'
import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  type FilterFunction,
  type JSONValue,
} from 'json-p3'
import { toRegex } from './pattern.ts'
import { positionAt, TemplateError } from './template-error.ts'

/** RFC 9535 `match` and `search` without backtracking; an invalid pattern matches nothing. */
const patternFunction = (isWhole: boolean): FilterFunction => ({
  argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.LogicalType,
  call: (text: unknown, pattern: unknown) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false
    try {
      const compiled = toRegex(pattern)
      return isWhole ? compiled.testExact(text) : compiled.test(text)
    } catch {
      return false
    }
  },
})

const environment = new JSONPathEnvironment({ maxRecursionDepth: 200 })
environment.functionRegister.set('match', patternFunction(true))
environment.functionRegister.set('search', patternFunction(false))

const quotedOrDotBeforeBracket = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<!\.)\.(?=\[)/g
const quotedOrMatch =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.@$[\]'"-])([@$][\w.@$[\]'"-]*)\s*=~\s*(\/(?:[^/\\]|\\.)*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g

/**
 * Other implementations accept `@` for the root, a dot before a bracket, and `=~` with a pattern. `shift` leads from a
 * position in the text to the one in the source, up to the first pattern.
 */
const standardForm = (source: string): { readonly text: string; readonly shift: number } => {
  const written = source
    .trim()
    .replace(/^\{(.*)\}$/s, '$1')
    .trim()
  const path = written
    .replace(/^@(?=$|[.[])/, '$')
    .replaceAll(quotedOrDotBeforeBracket, (found) => (found === '.' ? ' ' : found))
    .replaceAll(quotedOrMatch, (found, matched?: string, pattern?: string) =>
      matched === undefined || pattern === undefined ? found : `search(${matched}, ${toQuoted(pattern)})`,
    )
  const root = path.startsWith('$') ? '' : /^[. []/.test(path) ? '$' : '$.'
  return { text: `${root}${path}`, shift: source.indexOf(written) - root.length }
}

const toQuoted = (pattern: string): string =>
  pattern.startsWith('/') ? JSON.stringify(pattern.slice(1, -1).replaceAll('\\/', '/')) : pattern

const compileQuery = (source: string) => {
  const { text, shift } = standardForm(source)
  const failure = (error: unknown): unknown => {
    if (!(error instanceof JSONPathError)) return error
    return new TemplateError(
      'jsonPath',
      `${error.message}.`,
      positionAt(source, Math.max(0, error.token.index + shift)),
    )
  }
  const exact = withExactIntegers(text)
  const query = attempt(() => environment.compile(text), failure)
  const comparing = exact === text ? query : environment.compile(exact)
  const isExact = exact !== text || comparedValues.test(text)
  const toInteger = isExact ? (value: bigint) => `${integerMark}${value}` : Number
  return {
    isSingular: query.singularQuery(),
    find: (values: unknown): readonly unknown[] =>
      attempt(() => {
        const plain = text.includes('?') ? withoutBigints(values, toInteger) : values
        if (plain === values) return query.query(values as JSONValue).values()
        const { nodes } = comparing.query(plain as JSONValue)
        return nodes.map(({ location }) => location.reduce(readMember, values))
      }, failure),
  }
}

const integerMark = 'integer:'
const comparedInteger = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|([=!]=\s*)(-?\d{16,})(?![\d.eE])/g

/** A value of the document on both sides, as in `@.id == $.id`. */
const comparedValues = /[@$][^=!<>&|?]*[=!]=\s*[@$]/

/** Numbers cannot hold integers beyond 2^53: both sides of `==` and `!=` are compared as text. */
const withExactIntegers = (query: string): string =>
  query.replaceAll(comparedInteger, (all, operator?: string, digits?: string) =>
    operator === undefined || digits === undefined || Number.isSafeInteger(Number(digits))
      ? all
      : `${operator}"${integerMark}${BigInt(digits)}"`,
  )

const readMember = (owner: unknown, name: string | number): unknown => (owner as Record<string | number, unknown>)[name]

export const compileJsonPath = (source: string): ((values: unknown) => unknown) => {
  const { isSingular, find } = compileQuery(source)
  return (values) => (isSingular ? (find(values)[0] ?? null) : find(values))
}

/** A list that is empty where the path does not exist: `compileJsonPath` returns null there. */
export const compileJsonPathValues = (source: string): ((values: unknown) => readonly unknown[]) =>
  compileQuery(source).find

const attempt = <T>(work: () => T, failure: (error: unknown) => unknown): T => {
  try {
    return work()
  } catch (error) {
    throw failure(error)
  }
}
