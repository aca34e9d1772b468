import { Duration } from '#relay/backend/templates/duration.ts'
import { expressionTokens } from '#relay/backend/templates/cel-root-names.ts'
import { isSecretName } from '#relay/config/passwords-in.ts'

type Variables = Readonly<Record<string, unknown>>

const valuesMax = 12
const textMax = 200

/**
 * Values of the variables and members that an expression reads, in its order: `code` is 200, `json.items` is a list of 3.
 * Functions and names that are no variables are left out. Members whose names tell secrets are hidden; other secrets are
 * not: mask the texts.
 */
export const readUsedValues = (source: string, variables: Variables): [path: string, text: string][] => {
  const used = new Map<string, string>()
  for (const path of listPaths(source, variables)) {
    if (used.size === valuesMax) break
    used.set(formatPath(path), path.some(isSecretName) ? '***' : describe(memberAt(path, variables)))
  }
  return [...used]
}

const listPaths = (source: string, variables: Variables): string[][] => {
  const tokens = [...source.matchAll(expressionTokens)].filter(({ groups }) => groups?.['space'] === undefined)
  const paths: string[][] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const [name] = tokens[at] ?? ['']
    if (isMember(tokens, at) || tokens[at]?.groups?.['name'] === undefined || !Object.hasOwn(variables, name)) continue
    const path = [name]
    for (;;) {
      const [separator, member, end] = [tokens[at + 1]?.[0], tokens[at + 2], tokens[at + 3]?.[0]]
      if (member === undefined) break
      if (separator === '.' && member.groups?.['name'] !== undefined && end !== '(') {
        path.push(member[0])
        at += 2
      } else if (separator === '[' && end === ']' && isLiteral(member)) {
        path.push(member[0].replaceAll(/^["']|["']$/g, ''))
        at += 3
      } else break
    }
    if (path.length > 1 || tokens[at + 1]?.[0] !== '(') paths.push(path)
  }
  return paths
}

/** Go templates have a dot before variables, after a space. */
const isMember = (tokens: readonly RegExpExecArray[], at: number): boolean => {
  const [owner, dot] = [tokens[at - 2], tokens[at - 1]]
  return (
    dot?.[0] === '.' && owner !== undefined && dot.index === owner.index + owner[0].length && /[\w)\]]$/.test(owner[0])
  )
}

const isLiteral = ({ groups }: RegExpExecArray): boolean =>
  groups?.['number'] !== undefined || groups?.['string'] !== undefined

const formatPath = ([root = '', ...members]: readonly string[]): string =>
  members.reduce((path, member) => path + formatMember(member), root)

const formatMember = (member: string): string => {
  if (/^[A-Za-z_]\w*$/.test(member)) return `.${member}`
  return /^\d+$/.test(member) ? `[${member}]` : `[${JSON.stringify(member)}]`
}

const memberAt = (path: readonly string[], variables: Variables): unknown =>
  path.reduce<unknown>(
    (value, member) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, member)
        ? Reflect.get(value, member)
        : undefined,
    variables,
  )

const describe = (value: unknown): string => {
  if (value === undefined) return 'does not exist'
  if (value instanceof Duration || value instanceof Date || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1' : `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return `a map with ${Object.keys(value).slice(0, 5).join(', ')}`
  const text = JSON.stringify(value) ?? ''
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}
