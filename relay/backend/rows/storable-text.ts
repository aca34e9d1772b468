import { storableText } from '#relay/database/storable-text.ts'

const replacement = '\ufffd'
/** Decoders drop it at the beginning of a value, so that an engine would read another name than the row has. */
const byteOrderMark = '\ufeff'

/** Names are shown on one line and compared: control characters other than tab and line breaks are replaced. */
export const storableName = (name: string): string =>
  Array.from(storableText(name).replaceAll(byteOrderMark, ''), (character) =>
    isControl(character) ? replacement : character,
  ).join('')

const isControl = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return (code < 0x20 && !'\t\n\r'.includes(character)) || (code >= 0x7f && code < 0xa0)
}

/** Unique indexes hold names; PostgreSQL rejects an entry of more than 2,704 bytes. */
export const nameMaxLength = 500

/** Cuts first, so that a pair of surrogates that is cut in half is replaced. */
export const toStorableName = (text: string): string => storableName(text.slice(0, nameMaxLength))

/** Without a visible character. */
export const isBlankName = (name: string): boolean => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(name)

const findControl = (name: string): string | undefined => {
  const found = Array.from(name).find((character) => isControl(character) || character === byteOrderMark)
  return found === undefined ? undefined : (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

/** Names of rows that people and programs write; a document is cleaned instead. */
export const validateNames = async (
  _relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  for (const column of ['name', 'namespace']) {
    const value = row[column]
    if (typeof value !== 'string') continue
    if (column === 'name' && isBlankName(value)) return 'name: must not be empty.'
    if (value.length > nameMaxLength) return `${column}: must be at most ${nameMaxLength} characters long.`
    const control = findControl(value)
    if (control !== undefined) return `${column}: must not contain control characters, got U+${control}.`
  }
  return undefined
}

/** Returns the same object when nothing in it had to be replaced. */
export const storableValue = <Value>(value: Value): Value => cleaned(value) as Value

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value.map(cleaned)
    return list.some((part, index) => part !== value[index]) ? list : value
  }
  const entries = Object.entries(value).map(([key, part]) => [key, part, storableText(key), cleaned(part)] as const)
  return entries.some(([key, part, storedKey, stored]) => key !== storedKey || part !== stored)
    ? Object.fromEntries(entries.map(([, , storedKey, stored]) => [storedKey, stored]))
    : value
}
