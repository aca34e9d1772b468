import type { ScriptError, ScriptReader, WriteReference } from './script-reader.ts'

const plainLiteral = /^(?:-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?|true|false|null)$/

const asLiteral: WriteReference = (value) => (plainLiteral.test(value) ? value : JSON.stringify(value))
const withinText: WriteReference = (value) => JSON.stringify(value).slice(1, -1)

/** Values become literals: inside a string as its characters, elsewhere as number, boolean, null or string. */
export class LiteralReader implements ScriptReader {
  readonly errors: ScriptError[] = []
  state: string = 'code'

  read(text: string): void {
    for (const letter of text) {
      if (this.state === 'escape') this.state = 'text'
      else if (this.state === 'text') this.state = letter === '\\' ? 'escape' : letter === '"' ? 'code' : 'text'
      else if (this.state === 'comment') this.state = letter === '\n' ? 'code' : 'comment'
      else if (letter === '"') this.state = 'text'
      else if (letter === '#') this.state = 'comment'
    }
  }

  value(offset: number): WriteReference | undefined {
    if (this.state === 'text' || this.state === 'comment') return withinText
    if (this.state === 'code') return asLiteral
    this.errors.push({ offset, reason: 'a \\ precedes it directly' })
    return undefined
  }

  end(): void {
    this.read('\n')
  }
}
