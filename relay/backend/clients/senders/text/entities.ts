const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  times: '×',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
  check: '✓',
  cross: '✗',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
}

const form = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/y

const isText = (code: number): boolean => code >= 0x20 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)

const decode = (decimal: string | undefined, hex: string | undefined, name: string | undefined): string | undefined => {
  if (name !== undefined) return Object.hasOwn(named, name) ? named[name] : undefined
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return isText(code) ? String.fromCodePoint(code) : undefined
}

/** Mentions were neutralized before, so an entity never becomes the beginning of one. */
const beginsMention = (text: string, rest: string): boolean =>
  text === '@' || (text === '<' && /^(?:[!@#]|users\/|at\b)/i.test(rest))

export const findEntity = (source: string, at: number): { readonly text: string; readonly end: number } | undefined => {
  form.lastIndex = at
  const [whole, decimal, hex, name] = form.exec(source) ?? []
  const text = whole === undefined ? undefined : decode(decimal, hex, name)
  if (whole === undefined || text === undefined) return undefined
  const end = at + whole.length
  return beginsMention(text, source.slice(end, end + 10)) ? undefined : { text, end }
}
