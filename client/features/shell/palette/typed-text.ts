import { splitWords } from './match-text.ts'

/** Text that begins with it lists actions only. */
export const commandPrefix = '>'

/** The first words of the buttons that act on a resource. */
const verbs: ReadonlySet<string> = new Set([
  'run',
  'acknowledge',
  'mitigate',
  'resolve',
  'reopen',
  'close',
  'silence',
  'link',
  'copy',
])

export interface TypedText {
  readonly isCommand: boolean
  /** "run warm cache" runs what "warm cache" finds. */
  readonly verb: string | null
  /** The rest: of a resource, a page or an action of the console. */
  readonly name: string
}

export const readTyped = (typed: string): TypedText => {
  const isCommand = typed.startsWith(commandPrefix)
  const text = (isCommand ? typed.slice(commandPrefix.length) : typed).trim()
  const [first = '', ...others] = splitWords(text)
  const verb = others.length > 0 && verbs.has(first) ? first : null
  return { isCommand, verb, name: verb === null ? text : text.slice(first.length).trim() }
}
