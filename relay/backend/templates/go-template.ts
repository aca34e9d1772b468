import { execute } from './go-template/evaluate.ts'
import { templateFunctions } from './go-template/functions.ts'
import { parse } from './go-template/parse.ts'
import { isMap, toText, type TemplateFunction } from './go-template/values.ts'
import { emptyRows } from './places/empty-rows.ts'
import { rootNames } from './places/root-names.ts'
import type { Evaluation, Expression } from './template-language.ts'

const actionFunctions = ['getLastAction', 'getAction'] as const
const names = new Set<string>(templateFunctions.keys())
export const namesWithActions: ReadonlySet<string> = new Set<string>([...names, ...actionFunctions])

/**
 * Accepts `{{…}}` and `$(…)`, or the delimiters of a `gotemplate: left-delim=… right-delim=…` comment. With
 * `readsActions`, `getLastAction` and `getAction "name"` read `lastAction` and `actions` of the environment.
 */
export const compileGoTemplate = (
  source: string,
  { readsActions = false, variables = [] }: Pick<Expression, 'readsActions' | 'variables'> = {},
): Evaluation => {
  const roots = variables.length === 0 ? rootNames : new Set([...rootNames, ...variables])
  const program = parse(source, readsActions ? namesWithActions : names, { variables: roots })
  return (environment) =>
    execute({
      program,
      source,
      data: environment,
      functions: readsActions ? withActions(environment) : templateFunctions,
    })
}

export const withActions = ({ lastAction, actions }: Readonly<Record<string, unknown>>) =>
  new Map<string, TemplateFunction>([
    ...templateFunctions,
    ['getLastAction', () => lastAction ?? emptyRows.action],
    [
      'getAction',
      (name) => (isMap(actions) && Object.hasOwn(actions, toText(name)) ? actions[toText(name)] : emptyRows.action),
    ],
  ])
