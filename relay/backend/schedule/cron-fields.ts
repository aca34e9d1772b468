interface Field {
  readonly first: number
  readonly last: number
  readonly names?: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const fields: readonly Field[] = [
  { first: 0, last: 59 },
  { first: 0, last: 59 },
  { first: 0, last: 23 },
  { first: 1, last: 31 },
  { first: 1, last: 12, names: months },
  { first: 0, last: 6, names: weekdays },
]

const stepped = /^(\*|\?|\w+)(?:-(\w+))?\/(\d+)$/

/**
 * Spells a cron line as Croner reads it: `N/step` begins at N and runs to the maximum, a step beyond the range leaves
 * its first value, and `?` means any value (to Croner, the time at which the line is read).
 */
export const spellCron = (line: string): string => {
  const parts = line.trim().split(/\s+/)
  const known = fields.slice(fields.length - parts.length)
  return parts.map((part, index) => (known[index] === undefined ? part : spellField(part, known[index]))).join(' ')
}

const spellField = (text: string, field: Field): string =>
  text
    .split(',')
    .map((part) => spellPart(part, field))
    .join(',')

const spellPart = (part: string, field: Field): string => {
  if (part === '?') return '*'
  const [, from = '', to, step] = stepped.exec(part) ?? []
  if (step === undefined || Number(step) === 0) return part
  const isAny = from === '*' || from === '?'
  const first = isAny ? field.first : toNumber(from, field)
  const last = to === undefined ? field.last : toNumber(to, field)
  if (first === undefined || last === undefined || first > last) return part
  if (first + Number(step) > last) return String(first)
  return isAny && to === undefined ? `*/${step}` : `${first}-${last}/${step}`
}

const toNumber = (text: string, { first, last, names = [] }: Field): number | undefined => {
  const named = names.indexOf(text.toLowerCase())
  const number = named === -1 ? Number(text) : named + first
  return Number.isInteger(number) && number >= first && number <= last ? number : undefined
}
