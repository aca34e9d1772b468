import { isUtf8 } from 'node:buffer'

export interface SplitLine {
  readonly text: string
  readonly bytes: number
  readonly open: boolean
  readonly long: boolean
  readonly replaced: boolean
}

const lineEnd = 0x0a
const carriageReturn = 0x0d
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Length of an incomplete UTF-8 character at the end. */
const unfinishedBytes = (bytes: Buffer): number => {
  let start = bytes.length - 1
  while (start > 0 && bytes.length - start < 4 && isContinuation(bytes[start])) start -= 1
  const first = bytes[start] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  const available = bytes.length - start
  return available < length ? available : 0
}

/** Longer lines are split between characters and never inside one of `secrets`, which could not be masked otherwise. */
export class LineSplitter {
  readonly #lineMax: number
  readonly #secrets: readonly Buffer[]
  readonly #ahead: number
  #parts: Buffer[] = []
  #held = 0

  constructor(lineMax: number, secrets: Iterable<string> = []) {
    this.#lineMax = lineMax
    this.#secrets = Array.from(secrets, (secret) => Buffer.from(secret))
    this.#ahead = Math.max(4, ...this.#secrets.map(({ length }) => length))
  }

  push(bytes: Buffer): SplitLine[] {
    const lines: SplitLine[] = []
    let from = 0
    for (let at = bytes.indexOf(lineEnd); at >= 0; at = bytes.indexOf(lineEnd, from)) {
      this.#hold(bytes.subarray(from, at))
      this.#cutLong(lines)
      lines.push(this.#take(this.#held))
      from = at + 1
    }
    if (from < bytes.length) this.#hold(Buffer.from(bytes.subarray(from)))
    this.#cutLong(lines)
    return lines
  }

  end(): SplitLine[] {
    return this.#held === 0 ? [] : [this.#take(this.#held, { open: true })]
  }

  /** The beginning of the line that has not ended, without a rest that could be the beginning of a secret. */
  openText(): string {
    if (this.#held === 0) return ''
    const whole = this.#joined()
    let end = whole.length - unfinishedBytes(whole)
    for (const secret of this.#secrets)
      for (let count = Math.min(secret.length - 1, whole.length); count > whole.length - end; count -= 1)
        if (whole.subarray(whole.length - count).equals(secret.subarray(0, count))) end = whole.length - count
    return whole.toString('utf8', 0, this.#beforeSecrets(whole, end, 0))
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#parts.push(bytes)
    this.#held += bytes.length
  }

  #cutLong(lines: SplitLine[]): void {
    while (this.#held > this.#lineMax + this.#ahead) {
      const whole = this.#joined()
      // Progress bars write one line for hours; what a later part of it overwrites is not shown.
      const overwritten = whole.lastIndexOf(carriageReturn, -2)
      if (overwritten > 0 && whole.length - overwritten <= this.#lineMax) {
        this.#parts = [whole.subarray(overwritten)]
        this.#held = whole.length - overwritten
        return
      }
      lines.push(this.#take(this.#cutIn(whole), { open: true, long: true }))
    }
  }

  #cutIn(whole: Buffer): number {
    let cut = this.#lineMax
    while (cut > 1 && isContinuation(whole[cut])) cut -= 1
    return this.#beforeSecrets(whole, cut, 1)
  }

  /** `end`, or the last place before it that is not inside a secret and not before `least`. */
  #beforeSecrets(whole: Buffer, end: number, least: number): number {
    let cut = end
    for (let moved = true; moved;) {
      moved = false
      for (const secret of this.#secrets) {
        const found = whole.indexOf(secret, Math.max(0, cut - secret.length + 1))
        if (found >= least && found < cut) {
          cut = found
          moved = true
        }
      }
    }
    return cut
  }

  #joined(): Buffer {
    const whole = this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts)
    this.#parts = [whole]
    return whole
  }

  #take(count: number, { open = false, long = false } = {}): SplitLine {
    const whole = this.#joined()
    const bytes = whole.subarray(0, count)
    this.#parts = count === whole.length ? [] : [whole.subarray(count)]
    this.#held = whole.length - count
    return { text: bytes.toString('utf8'), bytes: bytes.length, open, long, replaced: !isUtf8(bytes) }
  }
}
