import { execute } from './go-template/evaluate.ts'
import { templateFunctions, type TemplateFunction } from './go-template/functions.ts'
import { parse } from './go-template/parse.ts'
import { isMap, toText } from './go-template/values.ts'
import type { Evaluation } from './template-language.ts'

const actionFunctions = ['getLastAction', 'getAction'] as const
const names = new Set<string>(templateFunctions.keys())
/** The functions that templates of a playbook can call. */
export const namesWithActions: ReadonlySet<string> = new Set<string>([...names, ...actionFunctions])

/**
 * A Go template, with `{{…}}` and `$(…)` as delimiters alike, or those that a `gotemplate: left-delim=… right-delim=…`
 * comment chooses. Always answers text. With `readsActions`, `getLastAction` and `getAction "name"` answer from the
 * environment's `lastAction` and `actions`.
 */
export const compileGoTemplate = (source: string, readsActions = false): Evaluation => {
  const program = parse(source, readsActions ? namesWithActions : names)
  if (!readsActions) return (environment) => execute(program, source, environment, templateFunctions)
  return (environment) => execute(program, source, environment, withActions(environment))
}

/** These functions over an environment. */
export const withActions = ({ lastAction, actions }: Readonly<Record<string, unknown>>) =>
  new Map<string, TemplateFunction>([
    ...templateFunctions,
    ['getLastAction', () => lastAction ?? null],
    ['getAction', (name) => (isMap(actions) && Object.hasOwn(actions, toText(name)) ? actions[toText(name)] : null)],
  ])
