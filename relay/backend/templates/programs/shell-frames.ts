import type { ScriptError } from './script-reader.ts'
import { findCommandError, hole, readsProgram, type ShellWord } from './shell-commands.ts'

interface Heredoc {
  readonly isQuoted: boolean
  readonly strips: boolean
  readonly delimiter: string
}

export type Frame =
  | CommandFrame
  | { readonly kind: 'single' | 'ansi' | 'double' | 'comment' | 'backtick' }
  | { readonly kind: 'arithmetic'; depth: number; readonly open: string; readonly close: string }
  | { readonly kind: 'expansion'; readonly isQuoted: boolean }
  | { readonly kind: 'heredoc'; readonly heredoc: Heredoc; readonly isProgram: boolean; line: string }

export interface CommandFrame {
  readonly kind: 'commands'
  readonly of: 'script' | 'substitution' | 'subshell' | 'array'
  text: string
  isWord: boolean
  wordAt: number | undefined
  words: ShellWord[]
  next: 'word' | 'target' | 'hereString' | 'delimiter' | 'strippedDelimiter'
  delimiterIsQuoted: boolean
  input: number | undefined
  inCondition: boolean
  cases: ('subject' | 'pattern' | 'body')[]
  heredocs: Heredoc[]
  lineReadsProgram: boolean
  valueAt: number | undefined
}

export const commandFrame = (of: CommandFrame['of']): CommandFrame => ({
  kind: 'commands',
  of,
  text: '',
  isWord: false,
  wordAt: undefined,
  words: [],
  next: 'word',
  delimiterIsQuoted: false,
  input: undefined,
  inCondition: false,
  cases: [],
  heredocs: [],
  lineReadsProgram: false,
  valueAt: undefined,
})

const keywords = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', '}', 'time'])

export const innermostCommands = (frames: readonly Frame[]): CommandFrame => {
  const found = frames.findLast((frame) => frame.kind === 'commands')
  if (found === undefined) throw new Error('script without commands')
  return found
}

/** `before` is the preceding character if it would change the meaning of a value. */
export const findPositionError = (
  frames: readonly Frame[],
  before: string,
  offset: number,
): ScriptError | undefined => {
  const createError = (reason: string) => ({ offset, reason })
  const kinds = new Set(frames.map(({ kind }) => kind))
  if (kinds.has('arithmetic')) return createError('the shell would evaluate it as arithmetic')
  if (kinds.has('backtick')) return createError('it is between backticks; write $(…) instead')
  if (kinds.has('expansion')) return createError('it is inside ${…}')
  const top = frames.at(-1)
  if (top?.kind === 'comment') return undefined
  if (before !== '' && top?.kind !== 'single') return createError(`a ${before} precedes it directly`)
  if (top?.kind === 'ansi') return createError("it is inside $'…'")
  if (top?.kind === 'heredoc' && top.heredoc.isQuoted)
    return createError(`the shell expands nothing up to ${top.heredoc.delimiter}, because that is quoted`)
  if (top?.kind === 'heredoc')
    return top.isProgram ? createError('the command that reads this text runs it as a program') : undefined
  const { next, text, of, words } = innermostCommands(frames)
  if (next === 'delimiter' || next === 'strippedDelimiter')
    return createError('it would be the delimiter of a here-document')
  if (/^[A-Za-z_]\w*\[/.test(text) && (words.length === 0 || of === 'array') && !/\]\+?=/.test(text))
    return createError('the shell evaluates the text in brackets')
  return of === 'array' && text.startsWith('[') && !text.includes(']=')
    ? createError('the shell evaluates the text in brackets')
    : undefined
}

export const endWord = (command: CommandFrame): void => {
  if (!command.isWord) return
  const { text, wordAt: valueAt, next } = command
  command.text = ''
  command.isWord = false
  command.wordAt = undefined
  command.next = 'word'
  if (next === 'target') return
  if (next === 'hereString') {
    command.input ??= valueAt
    return
  }
  if (next !== 'word') {
    const strips = next === 'strippedDelimiter'
    command.heredocs.push({ delimiter: text, isQuoted: command.delimiterIsQuoted, strips })
    return
  }
  const phase = command.cases.at(-1)
  const isFirst = command.words.length === 0
  if (phase === 'subject' && text === 'in') {
    command.cases[command.cases.length - 1] = 'pattern'
    command.words = []
  } else if (text === 'esac' && (phase === 'pattern' || isFirst)) command.cases.pop()
  else if (phase === 'pattern' || (isFirst && keywords.has(text))) return
  else if (isFirst && text === 'case' && command.of !== 'array') command.cases.push('subject')
  else if (text === '{') command.words = []
  else {
    if (isFirst && text === '[[') command.inCondition = true
    if (text === ']]') command.inCondition = false
    command.words.push({ text, valueAt })
  }
}

export const endCommand = (command: CommandFrame): ScriptError | undefined => {
  endWord(command)
  const { words, input } = command
  const isCommand = command.of !== 'array' && command.cases.at(-1) !== 'subject'
  if (isCommand && readsProgram(words)) command.lineReadsProgram = true
  command.words = []
  command.input = undefined
  command.inCondition = false
  return isCommand ? findCommandError(words, input) : undefined
}

export const closeInto = (outer: CommandFrame, { of, valueAt }: CommandFrame): void => {
  outer.valueAt ??= valueAt
  // A subshell after a name is a function definition, and a command follows.
  if (of === 'subshell') outer.words = outer.words.length > 0 ? [] : [{ text: '(', valueAt }]
  else if (valueAt !== undefined) {
    outer.isWord = true
    outer.text += hole
    outer.wordAt ??= valueAt
  }
}
