const blank = '***'
const depthMax = 30
/** Blanking every `a` says more than it hides. */
const shortest = 3

/**
 * Remembers texts that must not be shown and blanks them, also base64- and URL-encoded and each line of longer ones, wherever
 * they stand. Texts of fewer than three letters are left.
 */
export class Mask {
  readonly #hidden = new Set<string>()

  hide(text: string): void {
    const lines = text.includes('\n') ? text.split(/\r?\n/).map((line) => line.trim()) : []
    for (const part of [text, ...lines]) {
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

  /** Every text that is blanked. */
  get texts(): ReadonlySet<string> {
    return this.#hidden
  }

  inText(text: string): string {
    let left = text
    for (const secret of this.#hidden) if (left.includes(secret)) left = left.replaceAll(secret, blank)
    return left
  }

  /** Plain JSON values of any depth, names of members included. */
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
