import type { ScriptError, ScriptReader, WriteReference } from './script-reader.ts'
import { hole } from './shell-commands.ts'
import {
  closeInto,
  commandFrame,
  endCommand,
  endWord,
  findPositionError,
  innermostCommands,
  type CommandFrame,
  type Frame,
} from './shell-frames.ts'

/** Quotes a variable so that its value is inserted unchanged and as part of one word. */
const written = {
  bare: (variable: string) => `"\${${variable}}"`,
  single: (variable: string) => `'"\${${variable}}"'`,
  plain: (variable: string) => `\${${variable}}`,
} as const

const afterRedirect: Readonly<Record<string, CommandFrame['next']>> = {
  '<<<': 'hereString',
  '<<': 'delimiter',
  '<<-': 'strippedDelimiter',
}
const wordMax = 500

/**
 * POSIX and bash. Values are passed in variables and never parsed, so a misread position yields a wrong word but
 * never another program.
 */
export class ShellReader implements ScriptReader {
  readonly errors: ScriptError[] = []
  #frames: Frame[] = [commandFrame('script')]
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
    const error = findPositionError(this.#frames, this.#before, offset)
    if (error !== undefined) {
      this.errors.push(error)
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

  #commands(): CommandFrame {
    return innermostCommands(this.#frames)
  }

  #endCommand(command: CommandFrame): void {
    const error = endCommand(command)
    if (error !== undefined) this.errors.push(error)
  }

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
      endWord(command)
      return 1
    }
    if (letter === '\n') {
      endWord(command)
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
      endWord(command)
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
      endWord(command)
      return 1
    }
    if (isOpen) {
      endWord(command)
      this.#frames.push(commandFrame('subshell'))
      return 1
    }
    endWord(command)
    if (command.of !== 'array') this.#endCommand(command)
    if (command.of === 'script') return 1
    this.#frames.pop()
    closeInto(this.#commands(), command)
    return 1
  }

  #redirect(command: CommandFrame, text: string, at: number): number {
    const operator = /^(?:<<<|<<-|<<|<\(|>\(|<&|>&|<>|>>|>\||[<>])/.exec(text.slice(at, at + 3))?.[0] ?? '<'
    if (command.inCondition) {
      endWord(command)
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
    endWord(command)
    command.next = afterRedirect[operator] ?? 'target'
    command.delimiterIsQuoted = false
    return operator.length
  }

  #operator(command: CommandFrame, text: string, at: number): number {
    const operator = /^(?:;;&|;;|;&|&&|\|\||\|&|&>>|&>|[;&|])/.exec(text.slice(at, at + 3))?.[0] ?? ';'
    endWord(command)
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
}
