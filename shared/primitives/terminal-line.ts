/** Columns of East Asian characters and emoji count twice. */
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u
const tabColumns = 8

interface Cell {
  readonly text: string
  readonly style: string
  readonly link: string
}

const blank: Cell = { text: ' ', style: '', link: '' }
/** The second column of a wide character. */
const rest = ''
const linkEnd = '\u001b]8;;\u001b\\'

const columnsMax = 10_000

/* oxlint-disable no-control-regex -- terminal escapes begin with and contain control characters */
/** Bidirectional embeddings, overrides and isolates change the order in which the rest of a line is read. */
const needsTerminal =
  /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\u001b(?!\[[0-9;]*m)|\u001b\[(?:[0-9;]*;)?58;/
const token =
  /(?:\u001b\[|\u009b)(?<csi>[0-?]*)[ -/]*(?<final>[@-~])|\u001b(?<escape>[78])|\u001b\](?<osc>[^\u0007\u001b]*)(?:\u0007|\u001b\\|$)|\u001b[PX^_][^\u001b]*(?:\u001b\\|$)|\u001b\[[0-?]*[ -/]*$|\u001b[ -/]*[0-~]?|(?<control>[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069])|(?<text>[\s\S])(?<marks>(?:\p{M}|\p{Emoji_Modifier}|\u200d[\s\S]|\ufe0f)*)/gu
/* oxlint-enable no-control-regex */

const numberIn = (parameters: string, usual: number): number => {
  const value = Number.parseInt(parameters, 10)
  return Number.isNaN(value) ? usual : value
}

/** Attributes by the code that ends them: `22` ends bold, `39` a color. */
type Style = ReadonlyMap<number, string>

const endOfAttribute = (code: number): number => {
  if (code === 1 || code === 2) return 22
  if (code === 21) return 24
  if (code === 6) return 25
  if (code >= 3 && code <= 9) return code + 20
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 39
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 49
  return code
}

/** `38:2::r:g:b` is `38;2;r;g;b`; other attributes have a variant after the colon, such as a curly underline. */
const withoutColons = (text: string): string =>
  /^[34]8:/.test(text)
    ? text.replace(/^(\d8):2:[^:]*:(?=\d+:\d+:\d+)/, '$1:2:').replaceAll(':', ';')
    : (text.split(':', 1)[0] ?? '')

/** `38;5;n`, `38;2;r;g;b` and forms with colons are one attribute. */
const attribute = /(?:[345]8;(?:5;\d*|2;\d*;\d*;\d*)|[\d:]*)(?:;|$)/g

const applyStyle = (style: Style, parameters: string): Style => {
  const next = new Map(style)
  for (const [part] of parameters.matchAll(attribute)) {
    const text = withoutColons(part.replace(/;$/, ''))
    const code = numberIn(text, 0)
    const end = endOfAttribute(code)
    // Colors of underlines are not shown.
    if ((part === '' && parameters !== '') || code === 58 || code === 59) continue
    if (code === 0) next.clear()
    else if (end === code && code !== 21) next.delete(code)
    else next.set(end, end === 22 && next.has(22) && next.get(22) !== text ? '1;2' : text)
  }
  return next
}

const formatStyle = (style: Style): string => (style.size === 0 ? '' : `\u001b[${[...style.values()].join(';')}m`)

class Line {
  #cells: Cell[] = []
  #column = 0
  #saved = 0
  #attributes: Style = new Map()
  #style = ''
  #link = ''

  write(text: string): void {
    this.#fillTo(this.#column)
    const cell = { text, style: this.#style, link: this.#link }
    this.#put(cell)
    if (wide.test(text)) this.#put({ ...cell, text: rest })
  }

  control(character: string): void {
    if (character === '\r') this.#moveTo(0)
    else if (character === '\t') this.#moveTo((Math.floor(this.#column / tabColumns) + 1) * tabColumns)
    else if (character === '\b') this.#moveTo(this.#column - 1)
  }

  escape(character: string): void {
    if (character === '7') this.#saved = this.#column
    else this.#moveTo(this.#saved)
  }

  osc(content: string): void {
    const [kind, , ...address] = content.split(';')
    if (kind !== '8') return
    const url = address.join(';')
    this.#link = /^https?:\/\//i.test(url) ? `\u001b]8;;${url}\u001b\\` : ''
  }

  csi(parameters: string, final: string): void {
    const count = Math.max(1, numberIn(parameters, 1))
    switch (final) {
      case 'm':
        this.#attributes = applyStyle(this.#attributes, parameters)
        this.#style = formatStyle(this.#attributes)
        break
      case 'H':
      case 'f':
        this.#moveTo(numberIn(parameters.split(';')[1] ?? '', 1) - 1)
        break
      case 's':
      case 'u':
        this.escape(final === 's' ? '7' : '8')
        break
      case '@':
        this.#cells.splice(this.#column, 0, ...Array.from({ length: Math.min(count, columnsMax) }, () => blank))
        break
      case 'G':
      case '`':
        this.#moveTo(count - 1)
        break
      case 'C':
        this.#moveTo(this.#column + count)
        break
      case 'D':
        this.#moveTo(this.#column - count)
        break
      case 'J':
        if (numberIn(parameters, 0) !== 3) this.#erase(numberIn(parameters, 0))
        break
      case 'K':
        this.#erase(numberIn(parameters, 0))
        break
      case 'X':
        for (let at = this.#column; at < Math.min(this.#cells.length, this.#column + count); at += 1)
          this.#cells[at] = blank
        break
      case 'P':
        this.#cells.splice(this.#column, count)
        break
      default:
    }
  }

  toText(): string {
    let before = blank
    let text = ''
    for (const cell of [...this.#cells, { ...blank, text: '' }]) {
      const isRestyled = cell.style !== before.style || cell.link !== before.link
      if (isRestyled && before.style !== '') text += '\u001b[0m'
      if (cell.link !== before.link) text += cell.link === '' ? linkEnd : cell.link
      if (isRestyled) text += cell.style
      text += cell.text
      before = cell
    }
    return text
  }

  #erase(part: number): void {
    if (part === 0) this.#cells.length = Math.min(this.#cells.length, this.#column)
    else if (part === 2) this.#cells = []
    else for (let at = 0; at <= this.#column && at < this.#cells.length; at += 1) this.#cells[at] = blank
  }

  /** Half of a wide character that is overwritten leaves an empty column. */
  #put(cell: Cell): void {
    const at = this.#column
    if (this.#cells[at]?.text === rest && cell.text !== rest) this.#cells[at - 1] = blank
    if (this.#cells[at + 1]?.text === rest && cell.text !== rest) this.#cells[at + 1] = blank
    this.#cells[at] = cell
    this.#moveTo(at + 1)
  }

  #fillTo(column: number): void {
    while (this.#cells.length < column) this.#cells.push(blank)
  }

  #moveTo(column: number): void {
    this.#column = Math.max(0, Math.min(column, Math.max(this.#cells.length, columnsMax)))
  }
}

/**
 * One line as a terminal displays it: carriage returns, backspaces and movements of the cursor overwrite, erasures
 * erase. Colors and links stay; titles, other escapes, control characters and bidirectional overrides are removed.
 */
export const renderTerminalLine = (written: string): string => {
  const text = written.replace(/\r+$/, '')
  if (!needsTerminal.test(text)) return text
  const line = new Line()
  for (const { groups = {} } of text.matchAll(token)) {
    const { csi, final, escape, osc, control, text: character, marks = '' } = groups
    if (character !== undefined) line.write(`${character}${marks}`)
    else if (control !== undefined) line.control(control)
    else if (escape !== undefined) line.escape(escape)
    else if (osc !== undefined) line.osc(osc)
    else if (csi !== undefined && final !== undefined) line.csi(csi, final)
  }
  return line.toText()
}
