import { execute } from '#relay/backend/templates/go-template/evaluate.ts'
import { templateFunctions } from '#relay/backend/templates/go-template/functions.ts'
import { parse } from '#relay/backend/templates/go-template/parse.ts'
import { withinTime } from '#relay/backend/templates/within-time.ts'

export type Environment = Readonly<Record<string, unknown>>

const timeoutMs = 1_000
const ownFunctions = ['getLastAction', 'getAction'] as const
const names = new Set([...templateFunctions.keys(), ...ownFunctions])

/** Fills in a Go template, in which `getLastAction` and `getAction "name"` answer earlier steps. Throws TemplateError. */
export const renderText = (text: string, environment: Environment): string => {
  if (!text.includes('{{') && !text.includes('$(') && !text.includes('gotemplate:')) return text
  const { lastAction, actions } = environment
  const functions = new Map([
    ...templateFunctions,
    ['getLastAction', () => lastAction ?? null] as const,
    ['getAction', (name: unknown) => (actions as Record<string, unknown> | undefined)?.[String(name)] ?? null] as const,
  ])
  return withinTime(() => execute(parse(text, names), text, environment, functions), timeoutMs)
}

const shellField = /\$\((\.[A-Za-z_][\w.]*)\)/g
const noDollars = 'gotemplate: left-delim={{ right-delim=}}\n'

/** As `renderText`, for a shell script, where `$(…)` belongs to the shell unless a field stands in it: `$(.params.name)`. */
const renderScript = (text: string, environment: Environment): string =>
  text.includes('gotemplate:')
    ? renderText(text, environment)
    : renderText(`${noDollars}${text.replaceAll(shellField, '{{$1}}')}`, environment)

/** Every text within a value filled in; `script` members as scripts. */
export const renderValue = (value: unknown, environment: Environment, name = ''): unknown => {
  if (typeof value === 'string') return (name === 'script' ? renderScript : renderText)(value, environment)
  if (Array.isArray(value)) return value.map((member) => renderValue(member, environment))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => [key, renderValue(member, environment, key)]),
  )
}
