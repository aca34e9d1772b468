const blank = '***'
const depthMax = 30
const shortest = 3

const listVariants = (text: string): string[] => {
  const readings = [text]
  if (text.includes('\n')) readings.push(...text.split(/\r?\n/).map((line) => line.trim()))
  if (text.includes('\\')) readings.push(text.replaceAll(/\\(.)/gs, '$1'))
  const [, token] = /^(?:bearer|basic|token)\s+(\S+)$/i.exec(text) ?? []
  if (token !== undefined) readings.push(token)
  if (/%[0-9a-f]{2}/i.test(text)) {
    try {
      readings.push(decodeURIComponent(text))
    } catch {}
  }
  return readings
}

export class Mask {
  readonly #hidden = new Set<string>()
  /** Longest first: a shorter one may be part of a longer one, whose rest would stay visible. */
  #ordered: readonly string[] | undefined

  hide(text: string): void {
    this.#ordered = undefined
    for (const part of listVariants(text)) {
      if (part.length < shortest) continue
      for (const form of [
        part,
        encodeURIComponent(part),
        Buffer.from(part).toString('base64'),
        JSON.stringify(part).slice(1, -1),
      ])
        this.#hidden.add(form)
    }
  }

  hideAll(texts: Iterable<string>): void {
    for (const text of texts) this.hide(text)
  }

  get texts(): ReadonlySet<string> {
    return this.#hidden
  }

  inText(text: string): string {
    this.#ordered ??= [...this.#hidden].sort((one, other) => other.length - one.length)
    let left = text
    for (const secret of this.#ordered) if (left.includes(secret)) left = left.replaceAll(secret, blank)
    return left
  }

  inValue(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.inText(value)
    if (typeof value !== 'object' || value === null || depth > depthMax) return value
    if (Array.isArray(value)) return value.map((member) => this.inValue(member, depth + 1))
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]): [string, unknown] => [
        this.inText(name),
        this.inValue(member, depth + 1),
      ]),
    )
  }
}
