import { stringify } from 'yaml'
import type { ActionKind } from '#shared/playbooks/playbook-spec.ts'
import type { CommandPart } from '#shared/playbooks/preflight.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { FilledProgram } from '#relay/backend/templates/programs/program-source.ts'

interface FilledStep extends Pick<FilledProgram, 'variables' | 'values'> {
  readonly value: unknown
}

type Fields = Readonly<Record<string, unknown>>

const toFields = (value: unknown): Fields => ({ ...(typeof value === 'object' ? value : undefined) })
const scalarText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const plain = (text: string): CommandPart => ({ text, isFilled: false })
const filled = (text: string): CommandPart => ({ text, isFilled: true })

/** A copy in YAML, with long lines and multi-line texts as they are. */
export const toYaml = (value: unknown): string => stringify(value, { lineWidth: 0, blockQuote: 'literal' })

const listRest = (fields: Fields, ...shown: readonly string[]): CommandPart[] => {
  const rest = Object.entries(fields).filter(([name, value]) => !shown.includes(name) && value !== undefined)
  return rest.length === 0 ? [] : [plain(`\n${toYaml(Object.fromEntries(rest)).trimEnd()}`)]
}

/** Values are passed beside a script; they are shown where it reads them. */
const describeScript = (script: string, variables: Readonly<Record<string, string>>): CommandPart[] => {
  const unread = new Set(Object.keys(variables))
  const parts = script
    .trimEnd()
    .split(/(\$\{\w+\})/)
    .map((part) => {
      const name = /^\$\{(\w+)\}$/.exec(part)?.[1]
      const value = name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined
      if (name === undefined || value === undefined) return plain(part)
      unread.delete(name)
      return filled(value)
    })
  const others = [...unread].flatMap((name) => [plain(`\n${name}=`), filled(variables[name] ?? '')])
  return [...parts, ...others]
}

const withoutLogin = (url: string): string => url.replace(/\/\/[^/?#]*@/, `//${maskedSecret}@`)

const template = /\$\([^()]*\)|\{\{[\s\S]*?\}\}/

/** Finds the literal parts of `source` in the rendered text; without a match, nothing is marked. */
const markFilled = (source: string, rendered: string): CommandPart[] => {
  const [first = '', ...literals] = source.split(template)
  if (literals.length === 0 || !rendered.startsWith(first)) return [plain(rendered)]
  const parts = [plain(first)]
  let at = first.length
  for (const [index, literal] of literals.entries()) {
    const isLast = index === literals.length - 1
    const found = isLast ? rendered.length - literal.length : rendered.indexOf(literal, at)
    if (found < at || !rendered.startsWith(literal, found)) return [plain(rendered)]
    const value = rendered.slice(at, found)
    parts.push(template.test(value) ? plain(value) : filled(value), plain(literal))
    at = found + literal.length
  }
  return parts
}

const describeRequest = (fields: Fields, source: Fields): CommandPart[] => {
  const { method, url, connection, headers, body } = fields
  const address =
    toText(url) === ''
      ? [plain(`connection ${toText(connection)}`)]
      : markFilled(toText(source['url']), withoutLogin(toText(url)))
  const lines = (Array.isArray(headers) ? headers : []).map((header: unknown) => {
    const { name, value } = toFields(header)
    return `\n${toText(name)}: ${value === undefined ? maskedSecret : scalarText(value)}`
  })
  const text = toText(body)
  return [
    plain(`${toText(method) || 'GET'} `),
    ...address,
    plain(lines.join('')),
    ...(text === '' ? [] : [plain('\n\n'), ...markFilled(toText(source['body']), text)]),
    ...listRest(fields, 'method', 'url', 'headers', 'body'),
  ]
}

/** As a person reads it before approving: the command or request with its values in place. */
export const describeStep = (
  kind: ActionKind,
  { value, variables, values }: FilledStep,
  source: unknown,
): CommandPart[] => {
  const fields = toFields(value)
  if (kind === 'exec')
    return [...describeScript(toText(fields['script']), variables), ...listRest(fields, 'script')].filter(hasText)
  if (kind === 'http') return describeRequest(fields, toFields(source)).filter(hasText)
  if (kind === 'sql')
    return [
      plain(toText(fields['query']).trimEnd()),
      ...values.flatMap((text, index) => [plain(`\n$${index + 1} = `), filled(text)]),
      ...listRest({ ...fields, url: withoutLogin(toText(fields['url'])) || undefined }, 'query'),
    ]
  return [plain(toYaml(fields).trimEnd()), ...describeScript('', variables)].filter(hasText)
}

const hasText = ({ text }: CommandPart): boolean => text !== ''
