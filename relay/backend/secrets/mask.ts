import { decodeEscapes } from '#shared/primitives/decode-uri.ts'

const blank = '***'
/** As deep as the JSON and YAML that is read. What lies deeper is not shown: it could contain a secret. */
const depthMax = 100
/** Shorter texts are part of ordinary words. */
const shortest = 6

/** Fields whose texts identify something: another text would refer to something else. */
const identifiers: ReadonlySet<string> = new Set(
  'id name type namespace aliases configClass externalId changeType analyzer analysisType relation scraper agent kind'.split(
    ' ',
  ),
)

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/]
/** No id or name contains such a text by chance. */
const isUnmistakable = (text: string): boolean =>
  text.length >= 20 || (text.length >= 8 && classes.filter((each) => each.test(text)).length >= 3)

const isIdentifier = (name: string, value: unknown): boolean =>
  identifiers.has(name) &&
  (typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string')))

/** Fields that hold records, not free data. */
const nested: ReadonlySet<string> = new Set([
  'changes',
  'insights',
  'links',
  'to',
  'target',
  'below',
  'report',
  'change',
  'insight',
])

const listVariants = (text: string): string[] => {
  const readings = [text]
  if (text.includes('\n')) readings.push(...text.split(/\r?\n/).map((line) => line.trim()))
  if (text.includes('\\')) readings.push(text.replaceAll(/\\(.)/gs, '$1'))
  const [, token] = /^(?:bearer|basic|token)\s+(\S+)$/i.exec(text) ?? []
  if (token !== undefined) readings.push(token)
  if (/%[0-9a-f]{2}/i.test(text)) readings.push(decodeEscapes(text))
  return readings
}

const entities: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]
const escapeHtml = (text: string, apostrophe: string): string =>
  entities.reduce((escaped, [plain, entity]) => escaped.replaceAll(plain, entity), text).replaceAll("'", apostrophe)

/** As targets echo what they received: in addresses, forms, headers, pages and JSON of several encoders. */
const listForms = (text: string): string[] => {
  const encoded = encodeURIComponent(text)
  const base64 = Buffer.from(text).toString('base64')
  const json = JSON.stringify(text).slice(1, -1)
  return [
    text,
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
    json,
    json.replaceAll('/', '\\/'),
    json.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    ...['&#39;', '&#x27;', "'"].map((apostrophe) => escapeHtml(text, apostrophe)),
  ]
}

export class Mask {
  readonly #hidden = new Set<string>()
  /** Longest first: a shorter one may be part of a longer one, whose rest would stay visible. */
  #ordered: readonly string[] | undefined

  hide(text: string): void {
    this.#ordered = undefined
    for (const part of listVariants(text)) {
      if (part.length < shortest) continue
      for (const form of listForms(part)) this.#hidden.add(form)
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

  /** Ids and names are never masked: one that contains a secret cannot be stored. */
  isSecretIn(identifier: string): boolean {
    for (const secret of this.#hidden) if (isUnmistakable(secret) && identifier.includes(secret)) return true
    return false
  }

  /** For an id or a name that is shown, not stored. */
  inName(identifier: string): string {
    return this.isSecretIn(identifier) ? this.inText(identifier) : identifier
  }

  /** As `inValue`, but leaves the texts of fields that identify something. */
  inRecord<T>(value: T): T {
    return this.#record(value, 0) as T
  }

  #record(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > depthMax) {
      return Array.isArray(value) ? value.map((member) => this.#record(member, depth + 1)) : this.inValue(value, depth)
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, member]): [string, unknown] => {
        if (isIdentifier(name, member)) return [name, member]
        return [name, nested.has(name) ? this.#record(member, depth + 1) : this.inValue(member, depth + 1)]
      }),
    )
  }

  inValue(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.inText(value)
    if (typeof value === 'number' || typeof value === 'bigint') return this.#hidden.has(String(value)) ? blank : value
    if (typeof value !== 'object' || value === null) return value
    if (depth > depthMax) return blank
    if (Array.isArray(value)) return value.map((member) => this.inValue(member, depth + 1))
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]): [string, unknown] => [
        this.inName(name),
        this.inValue(member, depth + 1),
      ]),
    )
  }
}
