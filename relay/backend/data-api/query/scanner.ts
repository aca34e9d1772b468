import { DataApiError } from '#relay/backend/data-api/api-error.ts'

const identifierCharacters = /[\p{L}0-9_ $]+/uy
const jsonKeyCharacters = /[^(\-:.,>)]+/y

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
    this.match(/[ \t]*/y)
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

  name(characters: RegExp = identifierCharacters): string | undefined {
    if (this.sees('"')) return this.quoted()
    const start = this.at
    const parts: string[] = []
    do {
      const part = this.match(characters)
      if (part === undefined) {
        this.at = start
        return undefined
      }
      parts.push(part[0].trim())
    } while (!this.sees('->') && this.take('-'))
    return parts.join('-')
  }

  expectName(): string {
    return this.name() ?? this.fail('field name (* or [a..z0..9_$])')
  }

  /** Names of a key, separated by points. Text after them is ignored. */
  names(): string[] {
    const names = [this.expectName()]
    while (this.take('.')) names.push(this.expectName())
    return names
  }

  expectJsonKey(): string {
    return this.name(jsonKeyCharacters) ?? this.fail('any character except ( - : . , > )')
  }

  quoted(): string | undefined {
    const found = this.match(/"((?:[^"\\]|\\[^])*)"/y)
    return found?.[1]?.replaceAll(/\\([^])/g, '$1')
  }
}
