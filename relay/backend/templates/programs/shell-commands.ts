import type { ScriptError } from './script-reader.ts'

export const hole = '\0'

export interface ShellWord {
  readonly text: string
  readonly valueAt: number | undefined
}

const words = (text: string): string[] => text.split(' ')

const wrappers = new Set(
  words('sudo doas env exec command builtin nohup setsid time timeout nice ionice stdbuf chroot xargs unshare nsenter'),
)
const readers = new Set(words('eval source . trap let ssh watch parallel sed awk gawk mawk nawk sqlite3 expect'))
/** Some of their options run programs: a value must not become one. */
const optionReaders = new Set(words('git tar rsync scp sftp make zip wget man'))
const shells = words('sh bash dash ash ksh mksh zsh fish busybox su runuser script')
const languages = words('python python2 python3 node nodejs deno bun perl ruby php lua pwsh powershell osascript')
const databases = words('psql mysql mariadb mongo mongosh clickhouse-client')
const programOptions = new Map<string, RegExp>([
  ...shells.map((name): [string, RegExp] => [name, /^(?:-[a-zA-Z]*c|--command(?:=.*)?)$/s]),
  ...languages.map((name): [string, RegExp] => [
    name,
    /^(?:-[a-zA-Z]*[ceEprB]|--(?:eval|print|command|run)(?:=.*)?|-Command)$/s,
  ]),
  ...databases.map((name): [string, RegExp] => [name, /^(?:-[a-zA-Z]*[ce]|--(?:command|execute|eval)(?:=.*)?)$/s]),
])
const inputReaders = new Set(words('ssh at batch dc sqlite3 crontab parallel source .'))
/** In bash these evaluate variable names, and run code inside the brackets of such a name. */
const namers = new Set(words('declare typeset local readonly export unset read mapfile readarray wait getopts'))
/** Their value decides which program runs or which code it loads first. */
export const isProgramVariable = (name: string): boolean =>
  /^(?:PATH|IFS|ENV|PS[0-4]|PROMPT_COMMAND|SHELLOPTS|BASHOPTS|SHELL|BASH_.*|LD_.*|DYLD_.*|GIT_.*|NODE_.*|PYTHON.*|PERL.*|RUBY.*|JAVA_TOOL_OPTIONS|EDITOR|VISUAL|PAGER|LESSOPEN|GCONV_PATH|LOCPATH)$/.test(
    name,
  )

const assignment = /^([A-Za-z_]\w*)\+?=/
const arithmeticOperators = words('-eq -ne -lt -le -gt -ge -v -R')
const baseName = (text: string): string => text.slice(text.lastIndexOf('/') + 1)
const isOption = (text: string): boolean => text.startsWith('-') || text.startsWith('+')

const findNameIndex = (command: readonly ShellWord[]): number => {
  let isWrapped = false
  for (const [index, { text, valueAt }] of command.entries()) {
    if (assignment.test(text)) continue
    if (wrappers.has(baseName(text)) && valueAt === undefined) isWrapped = true
    else if (!isWrapped || (!isOption(text) && !/^[\d.]+[smhd]?$/.test(text))) return index
  }
  return command.length
}

const interpreterIn = (command: readonly ShellWord[]) => {
  const index = command.findIndex(({ text }) => programOptions.has(baseName(text)))
  const word = command[index]
  if (word === undefined) return undefined
  const name = baseName(word.text)
  const rest = command.slice(index + 1)
  const option = programOptions.get(name)
  return { name, rest, optionAt: rest.findIndex(({ text }) => option?.test(text) === true) }
}

/** The argument that `sh -c`, `python -c` and the like run as a program. */
export const findProgramArgument = (
  words: readonly string[],
): { readonly index: number; readonly isShell: boolean } | undefined => {
  const found = interpreterIn(words.map((text) => ({ text, valueAt: undefined })))
  if (found === undefined || found.optionAt < 0) return undefined
  const index = words.length - found.rest.length + found.optionAt + 1
  return index < words.length ? { index, isShell: shells.includes(found.name) } : undefined
}

export const readsProgram = (command: readonly ShellWord[]): boolean => {
  if (inputReaders.has(baseName(command[findNameIndex(command)]?.text ?? ''))) return true
  const found = interpreterIn(command)
  if (found === undefined) return false
  const { name, rest, optionAt } = found
  if (optionAt >= 0) return command.some(({ text }) => /^(?:-[iI]|--replace)/.test(text))
  if (databases.includes(name)) return true
  return rest.every(({ text }) => isOption(text)) || rest.some(({ text }) => ['-', '-s', '/dev/stdin'].includes(text))
}

const createError = (offset: number, reason: string): ScriptError => ({ offset, reason })

/**
 * Security: finds a value that would be parsed as a program although it is one word. `valueInInput` is the offset of a
 * value in the command's input.
 */
export const findCommandError = (
  command: readonly ShellWord[],
  valueInInput: number | undefined,
): ScriptError | undefined => {
  if (valueInInput !== undefined && readsProgram(command))
    return createError(valueInInput, 'the command that reads this text runs it as a program')
  const at = findNameIndex(command)
  const name = command[at]
  for (const [index, { text, valueAt }] of command.slice(0, at + 1).entries()) {
    if (valueAt === undefined || text === '(') continue
    const [, variable] = assignment.exec(text) ?? []
    if (variable === undefined)
      return createError(
        valueAt,
        index === at ? 'it would be the program to run' : 'it would change the program to run',
      )
    if (isProgramVariable(variable)) return createError(valueAt, `the variable ${variable} decides which program runs`)
  }
  const rest = command.slice(at + 1)
  const first = rest.find(({ valueAt }) => valueAt !== undefined)
  if (name === undefined || first?.valueAt === undefined) return undefined
  const reason = findArgumentsError(baseName(name.text), rest)
  return reason === undefined ? findInterpreterError(command) : createError(first.valueAt, reason)
}

const beginsWithValue = ({ text }: ShellWord): boolean => text.startsWith(hole)

const findArgumentsError = (name: string, rest: readonly ShellWord[]): string | undefined => {
  const has = (...options: readonly string[]) => rest.some(({ text }) => options.includes(text))
  if (readers.has(name) && !(name === 'sed' && has('--sandbox'))) return `${name} reads its arguments as a program`
  if (name === '[[' && has(...arithmeticOperators)) return 'the shell evaluates it as arithmetic; use [ … ] instead'
  const isPair = rest.some((word, index) => beginsWithValue(word) && rest[index + 1]?.valueAt !== undefined)
  if ((name === '[' || name === 'test') && (has('-v', '-R') || isPair))
    return `${name} evaluates it as a variable's name`
  if (name === 'printf' && (has('-v') || (rest.length > 1 && rest.slice(0, 1).some(beginsWithValue))))
    return 'it could be an option of printf'
  const end = rest.findIndex(({ text }) => text === '--')
  if (optionReaders.has(name) && rest.slice(0, end < 0 ? rest.length : end).some(beginsWithValue))
    return `it could be an option of ${name}; put -- before it`
  const isNamed = rest.every(({ text, valueAt }) => valueAt === undefined || assignment.test(text))
  return namers.has(name) && (!isNamed || rest.some(({ text }) => isOption(text)))
    ? `${name} evaluates it as a variable's name`
    : undefined
}

const findInterpreterError = (command: readonly ShellWord[]): ScriptError | undefined => {
  const found = interpreterIn(command)
  if (found === undefined) return undefined
  const { name, rest, optionAt } = found
  if (optionAt < 0 && databases.includes(name)) return undefined
  const option = rest[optionAt]
  const program = rest.slice(optionAt + 1).find((word) => !isOption(word.text))
  const valueAt = option?.valueAt ?? program?.valueAt
  return valueAt === undefined ? undefined : createError(valueAt, `${name} reads it as a program`)
}
