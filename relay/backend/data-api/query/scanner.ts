import { DataApiError } from '#relay/backend/data-api/api-error.ts'

const identifierCharacters = /[\p{L}\p{N}_ $]+/uy

/**
 * Reads one parameter from left to right. Every reading method leaves the position behind what it took; what does not fit
 * throws PGRST100 with the parameter, the place and what was expected there.
 */
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

  /** Takes what a sticky pattern matches here. */
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

  /** A separator with blanks around it. */
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

  /** A name: quoted, or letters, digits, `_`, `$`, blanks and inner dashes (a dash that begins an arrow ends it). */
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

  /** A value in double quotes, in which a backslash keeps the next character as it is. */
  quoted(): string | undefined {
    const found = this.match(/"((?:[^"\\]|\\[^])*)"/y)
    return found?.[1]?.replaceAll(/\\([^])/g, '$1')
  }
}
