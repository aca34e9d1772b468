import type { ScriptFault, ScriptReader, WriteReference } from './script-reader.ts'
import { faultOfCommand, hole, readsProgram, type ShellWord } from './shell-commands.ts'

/** How a variable is written so that the shell fills in its value as it is, and as a part of one word. */
const written = {
  bare: (variable: string) => `"\${${variable}}"`,
  single: (variable: string) => `'"\${${variable}}"'`,
  plain: (variable: string) => `\${${variable}}`,
} as const

interface Heredoc {
  readonly isQuoted: boolean
  readonly strips: boolean
  readonly delimiter: string
}

type Frame =
  | CommandFrame
  | { readonly kind: 'single' | 'ansi' | 'double' | 'comment' | 'backtick' }
  | { readonly kind: 'arithmetic'; depth: number; readonly open: string; readonly close: string }
  | { readonly kind: 'expansion'; readonly isQuoted: boolean }
  | { readonly kind: 'heredoc'; readonly heredoc: Heredoc; readonly isProgram: boolean; line: string }

/** A list of commands: the script, `$(…)`, `<(…)`, `(…)`, or the members of an array. */
interface CommandFrame {
  readonly kind: 'commands'
  readonly of: 'script' | 'substitution' | 'subshell' | 'array'
  text: string
  isWord: boolean
  wordAt: number | undefined
  words: ShellWord[]
  /** What the next word is, where it is no word of the command. */
  next: 'word' | 'target' | 'hereString' | 'delimiter' | 'strippedDelimiter'
  delimiterIsQuoted: boolean
  input: number | undefined
  inCondition: boolean
  cases: ('subject' | 'pattern' | 'body')[]
  heredocs: Heredoc[]
  lineReadsProgram: boolean
  valueAt: number | undefined
}

const commandFrame = (of: CommandFrame['of']): CommandFrame => ({
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
const wordMax = 500

/**
 * Reads a shell script (POSIX and bash) piece by piece, as far as it takes to know how the place of each value is quoted and
 * which command it belongs to. It never sees a value: those are handed to the script in variables. A place that is read wrongly
 * therefore yields a wrong word, and not another program.
 */
export class ShellReader implements ScriptReader {
  readonly faults: ScriptFault[] = []
  #frames: Frame[] = [commandFrame('script')]
  /** The last letter before a value, which would change what the value's variable means. */
  #before = ''

  get state(): string {
    return JSON.stringify([this.#frames, this.#before])
  }

  set state(state: string) {
    ;[this.#frames, this.#before] = JSON.parse(state) as [Frame[], string]
  }

  read(text: string): void {
    for (let at = 0; at < text.length;) at += this.#step(text, at)
    if (text !== '') this.#before = /(?:^|[^\\])(?:\\\\)*([\\$])$/.exec(text)?.[1] ?? ''
  }

  value(offset: number): WriteReference | undefined {
    const fault = this.#faultAt(offset)
    if (fault !== undefined) {
      this.faults.push(fault)
      return undefined
    }
    const top = this.#frames.at(-1)
    this.#before = ''
    if (top?.kind === 'comment') return written.plain
    if (top?.kind === 'heredoc') {
      top.line += hole
      return written.plain
    }
    const command = this.#commands()
    command.isWord = true
    command.text += hole
    command.wordAt ??= offset
    command.valueAt ??= offset
    if (top?.kind === 'single') return written.single
    return top?.kind === 'double' ? written.plain : written.bare
  }

  end(): void {
    this.read('\n')
    for (const frame of this.#frames.toReversed()) if (frame.kind === 'commands') this.#endCommand(frame)
  }

  #faultAt(offset: number): ScriptFault | undefined {
    const said = (reason: string) => ({ offset, reason })
    const kinds = new Set(this.#frames.map(({ kind }) => kind))
    if (kinds.has('arithmetic')) return said('the shell computes there, and would evaluate it')
    if (kinds.has('backtick')) return said('it stands between backticks; write $(…) instead')
    if (kinds.has('expansion')) return said('it stands in ${…}')
    const top = this.#frames.at(-1)
    if (top?.kind === 'comment') return undefined
    if (this.#before !== '' && top?.kind !== 'single') return said(`a ${this.#before} stands right before it`)
    if (top?.kind === 'ansi') return said("it stands in $'…'")
    if (top?.kind === 'heredoc' && top.heredoc.isQuoted)
      return said(`the shell fills in nothing up to ${top.heredoc.delimiter}, because that is quoted`)
    if (top?.kind === 'heredoc') return top.isProgram ? said('what reads this text runs it as a program') : undefined
    const { next, text, of, words } = this.#commands()
    if (next === 'delimiter' || next === 'strippedDelimiter') return said('it would be the end of a text')
    if (/^[A-Za-z_]\w*\[/.test(text) && (words.length === 0 || of === 'array') && !/\]\+?=/.test(text))
      return said('the shell evaluates what stands in brackets')
    return of === 'array' && text.startsWith('[') && !text.includes(']=')
      ? said('the shell evaluates what stands in brackets')
      : undefined
  }

  #commands(): CommandFrame {
    const found = this.#frames.findLast((frame) => frame.kind === 'commands')
    if (found === undefined) throw new Error('a script without commands')
    return found
  }

  /** Reads what begins at `at`; answers its length. */
  #step(text: string, at: number): number {
    const top = this.#frames.at(-1)
    const letter = text.charAt(at)
    switch (top?.kind) {
      case 'single':
        if (letter === "'") this.#frames.pop()
        else this.#add(letter)
        return 1
      case 'ansi':
        if (letter === '\\') return 2
        if (letter === "'") this.#frames.pop()
        return 1
      case 'backtick':
        if (letter === '\\') return 2
        if (letter === '`') this.#frames.pop()
        return 1
      case 'comment':
        if (letter !== '\n') return 1
        this.#frames.pop()
        return 0
      case 'double':
        if (letter === '"') this.#frames.pop()
        else return this.#inQuotes(text, at)
        return 1
      case 'heredoc':
        return this.#inHeredoc(top, text, at)
      case 'arithmetic':
        if (letter === top.open) top.depth += 1
        if (letter === top.close) top.depth -= 1
        if (top.depth === 0) this.#frames.pop()
        return letter === top.open || letter === top.close ? 1 : this.#inQuotes(text, at)
      case 'expansion':
        if (letter === '}') this.#frames.pop()
        else if (letter === "'" && !top.isQuoted) this.#frames.push({ kind: 'single' })
        else if (letter === '"') this.#frames.push({ kind: 'double' })
        else return this.#inQuotes(text, at)
        return 1
      default:
        return this.#inCommands(this.#commands(), text, at)
    }
  }

  #add(letter: string): void {
    const command = this.#commands()
    if (command.text.length < wordMax) command.text += letter
  }

  /** What means something within double quotes and outside of them. */
  #inQuotes(text: string, at: number): number {
    const rest = text.slice(at, at + 3)
    if (rest.startsWith('\\')) {
      this.#add(text.charAt(at + 1))
      return 2
    }
    if (rest === '$((') return this.#push({ kind: 'arithmetic', depth: 2, open: '(', close: ')' }, 3)
    if (rest.startsWith('$[')) return this.#push({ kind: 'arithmetic', depth: 1, open: '[', close: ']' }, 2)
    if (rest.startsWith('$(')) return this.#push(commandFrame('substitution'), 2)
    if (rest.startsWith('${')) {
      const isQuoted = ['double', 'heredoc'].includes(this.#frames.at(-1)?.kind ?? '')
      return this.#push({ kind: 'expansion', isQuoted }, 2)
    }
    if (rest.startsWith('`')) return this.#push({ kind: 'backtick' }, 1)
    this.#add(text.charAt(at))
    return 1
  }

  #push(frame: Frame, length: number): number {
    this.#add('$')
    this.#frames.push(frame)
    return length
  }

  #inHeredoc(frame: Frame & { kind: 'heredoc' }, text: string, at: number): number {
    const letter = text.charAt(at)
    if (letter === '\n') {
      const line = frame.heredoc.strips ? frame.line.replace(/^\t+/, '') : frame.line
      frame.line = ''
      if (line === frame.heredoc.delimiter) {
        this.#frames.pop()
        this.#beginHeredoc(this.#commands())
      }
      return 1
    }
    if (frame.line.length < wordMax) frame.line += letter
    return frame.heredoc.isQuoted || !'\\$`'.includes(letter) ? 1 : this.#inQuotes(text, at)
  }

  #beginHeredoc(command: CommandFrame): void {
    const heredoc = command.heredocs.shift()
    if (heredoc !== undefined)
      this.#frames.push({ kind: 'heredoc', heredoc, isProgram: command.lineReadsProgram, line: '' })
    else command.lineReadsProgram = false
  }

  #inCommands(command: CommandFrame, text: string, at: number): number {
    const letter = text.charAt(at)
    const rest = text.slice(at, at + 3)
    if (' \t\r'.includes(letter)) {
      this.#endWord(command)
      return 1
    }
    if (letter === '\n') {
      this.#endWord(command)
      if (command.of !== 'array' && !command.inCondition) this.#endCommand(command)
      this.#beginHeredoc(command)
      return 1
    }
    if (letter === '#' && !command.isWord) {
      this.#frames.push({ kind: 'comment' })
      return 1
    }
    if (letter === "'" || letter === '"') {
      command.isWord = true
      command.delimiterIsQuoted = true
      this.#frames.push({ kind: letter === '"' ? 'double' : 'single' })
      return 1
    }
    if (rest.startsWith("$'") || rest.startsWith('$"')) {
      command.isWord = true
      this.#frames.push({ kind: rest.startsWith("$'") ? 'ansi' : 'double' })
      return 2
    }
    if (letter === '(' || letter === ')') return this.#parenthesis(command, text, at)
    if (letter === '<' || letter === '>') return this.#redirect(command, text, at)
    if (';&|'.includes(letter)) return this.#operator(command, text, at)
    command.isWord = true
    if (letter === '\\') {
      command.delimiterIsQuoted = true
      if (text.charAt(at + 1) !== '\n') this.#add(text.charAt(at + 1))
      return 2
    }
    return this.#inQuotes(text, at)
  }

  #parenthesis(command: CommandFrame, text: string, at: number): number {
    const isOpen = text.charAt(at) === '('
    if (command.cases.at(-1) === 'pattern') {
      this.#endWord(command)
      if (!isOpen) command.cases[command.cases.length - 1] = 'body'
      return 1
    }
    if (isOpen && /^[A-Za-z_]\w*\+?=$/.test(command.text)) {
      this.#frames.push(commandFrame('array'))
      return 1
    }
    if (isOpen && !command.isWord && text.startsWith('((', at) && !command.inCondition) {
      this.#frames.push({ kind: 'arithmetic', depth: 2, open: '(', close: ')' })
      return 2
    }
    if (command.inCondition) {
      this.#endWord(command)
      return 1
    }
    if (isOpen) {
      this.#endWord(command)
      this.#frames.push(commandFrame('subshell'))
      return 1
    }
    this.#endWord(command)
    if (command.of !== 'array') this.#endCommand(command)
    if (command.of === 'script') return 1
    this.#frames.pop()
    const outer = this.#commands()
    outer.valueAt ??= command.valueAt
    // After a name it is the definition of a function, and a command follows.
    if (command.of === 'subshell') outer.words = outer.words.length > 0 ? [] : [{ text: '(', valueAt: command.valueAt }]
    else if (command.valueAt !== undefined) {
      outer.isWord = true
      outer.text += hole
      outer.wordAt ??= command.valueAt
    }
    return 1
  }

  #redirect(command: CommandFrame, text: string, at: number): number {
    const operator = /^(?:<<<|<<-|<<|<\(|>\(|<&|>&|<>|>>|>\||[<>])/.exec(text.slice(at, at + 3))?.[0] ?? '<'
    if (command.inCondition) {
      this.#endWord(command)
      return operator.length
    }
    if (operator.endsWith('(')) {
      command.isWord = true
      this.#frames.push(commandFrame('substitution'))
      return 2
    }
    if (/^\d+$/.test(command.text)) {
      command.text = ''
      command.isWord = false
    }
    this.#endWord(command)
    command.next =
      operator === '<<<'
        ? 'hereString'
        : operator === '<<'
          ? 'delimiter'
          : operator === '<<-'
            ? 'strippedDelimiter'
            : 'target'
    command.delimiterIsQuoted = false
    return operator.length
  }

  #operator(command: CommandFrame, text: string, at: number): number {
    const operator = /^(?:;;&|;;|;&|&&|\|\||\|&|&>>|&>|[;&|])/.exec(text.slice(at, at + 3))?.[0] ?? ';'
    this.#endWord(command)
    if (command.inCondition) return operator.length
    if (operator.startsWith('&>')) {
      command.next = 'target'
      return operator.length
    }
    if (command.cases.at(-1) === 'pattern') return operator.length
    const isPipe = operator === '|' || operator === '|&'
    const carried = isPipe
      ? (command.words.find(({ valueAt }) => valueAt !== undefined)?.valueAt ?? command.input)
      : undefined
    this.#endCommand(command)
    command.input = carried
    if ([';;', ';&', ';;&'].includes(operator) && command.cases.length > 0)
      command.cases[command.cases.length - 1] = 'pattern'
    return operator.length
  }

  #endWord(command: CommandFrame): void {
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

  #endCommand(command: CommandFrame): void {
    this.#endWord(command)
    if (command.of !== 'array' && command.cases.at(-1) !== 'subject') {
      const fault = faultOfCommand(command.words, command.input)
      if (fault !== undefined) this.faults.push(fault)
      if (readsProgram(command.words)) command.lineReadsProgram = true
    }
    command.words = []
    command.input = undefined
    command.inCondition = false
  }
}
