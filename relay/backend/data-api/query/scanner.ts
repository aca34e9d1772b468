import { DataApiError } from '#relay/backend/data-api/api-error.ts'

const identifierCharacters = /[\p{L}\p{N}_ $]+/uy

/** Every method advances past the text that it reads and throws PGRST100 at the first mismatch. */
export class Scanner {
  readonly description: string
  readonly text: string
  at = 0

  constructor(description: string, text: string) {
    this.description = description
    this.text = text
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  sees(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  take(token: string): boolean {
    if (!this.sees(token)) return false
    this.at += token.length
    return true
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) return undefined
    this.at += found[0].length
    return found
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`)
  }

  fail(expecting: string): never {
    const found = this.done ? 'end of input' : `"${this.text[this.at] ?? ''}"`
    throw new DataApiError(
      400,
      'PGRST100',
      `"failed to parse ${this.description} (${this.text})" (line 1, column ${this.at + 1})`,
      { details: `unexpected ${found} expecting ${expecting}` },
    )
  }

  spaces(): void {
    this.match(/ */y)
  }

  takeLexeme(token: string): boolean {
    const start = this.at
    this.spaces()
    if (!this.take(token)) {
      this.at = start
      return false
    }
    this.spaces()
    return true
  }

  name(): string | undefined {
    if (this.sees('"')) return this.quoted()
    const start = this.at
    if (this.match(identifierCharacters) === undefined) return undefined
    while (this.sees('-') && !this.sees('->')) {
      const dash = this.at
      this.at += 1
      if (this.match(identifierCharacters) === undefined) {
        this.at = dash
        break
      }
    }
    const name = this.text.slice(start, this.at).trim()
    if (name !== '') return name
    this.at = start
    return undefined
  }

  expectName(): string {
    return this.name() ?? this.fail('field name (* or [a..z0..9_$])')
  }

  quoted(): string | undefined {
    const found = this.match(/"((?:[^"\\]|\\[^])*)"/y)
    return found?.[1]?.replaceAll(/\\([^])/g, '$1')
  }
}
