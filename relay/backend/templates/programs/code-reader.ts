import type { ScriptError, ScriptReader, WriteReference } from './script-reader.ts'

type Within = 'code' | 'comment' | 'block' | { readonly quote: string }

interface Language {
  readonly quotes: readonly string[]
  readonly short: readonly string[]
  readonly comment: string
  readonly block: boolean
  readonly read: WriteReference
}

const languages = {
  node: {
    quotes: ['"', "'", '`'],
    short: ['"', "'"],
    comment: '//',
    block: true,
    read: (name) => `process.env[${JSON.stringify(name)}]`,
  },
  python3: {
    quotes: ['"""', "'''", '"', "'"],
    short: ['"', "'"],
    comment: '#',
    block: false,
    read: (name) => `__import__("os").environ[${JSON.stringify(name)}]`,
  },
  SQL: { quotes: ["'", '"', '`', '$$'], short: [], comment: '--', block: true, read: (placeholder) => placeholder },
} satisfies Record<string, Language>
const isKnown = (name: string): name is keyof typeof languages => Object.hasOwn(languages, name)

/** Tracks only strings and comments: enough to know if a value is an expression of its own or inside quotes. */
export class CodeReader implements ScriptReader {
  readonly errors: ScriptError[] = []
  readonly #name: string
  readonly #language: Language | undefined
  #within: Within = 'code'

  constructor(name: string) {
    this.#name = name
    this.#language = isKnown(name) ? languages[name] : undefined
  }

  get state(): string {
    return JSON.stringify(this.#within)
  }

  set state(state: string) {
    this.#within = JSON.parse(state) as Within
  }

  read(text: string): void {
    if (this.#language === undefined) return
    const { quotes, short, comment, block } = this.#language
    for (let at = 0; at < text.length; at += 1) {
      if (this.#within === 'comment') {
        if (text.charAt(at) === '\n') this.#within = 'code'
      } else if (this.#within === 'block') {
        if (text.startsWith('*/', at)) this.#within = 'code'
      } else if (this.#within !== 'code') {
        const { quote } = this.#within
        if (text.charAt(at) === '\\') at += 1
        else if (text.startsWith(quote, at) || (text.charAt(at) === '\n' && short.includes(quote))) {
          at += quote.length - 1
          this.#within = 'code'
        }
      } else if (text.startsWith(comment, at)) this.#within = 'comment'
      else if (block && text.startsWith('/*', at)) this.#within = 'block'
      else {
        const quote = quotes.find((each) => text.startsWith(each, at))
        if (quote === undefined) continue
        at += quote.length - 1
        this.#within = { quote }
      }
    }
  }

  value(offset: number): WriteReference | undefined {
    if (this.#language !== undefined && this.#within === 'code') return this.#language.read
    const isComment = this.#within === 'comment' || this.#within === 'block'
    if (isComment && this.#name !== 'SQL') return (variable) => variable
    const reason =
      this.#language === undefined
        ? `values are not filled into scripts for ${this.#name}`
        : isComment
          ? 'it is inside a comment'
          : 'it is inside quotes; write it without them, as an expression'
    this.errors.push({ offset, reason })
    return undefined
  }

  end(): void {
    this.read('\n')
  }
}
