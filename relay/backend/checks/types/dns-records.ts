import { isIPv6 } from 'node:net'

/** Sorted, in a form in which equal records of this type are equal strings. Only text is case-sensitive (RFC 4343). */
export const normalizeRecords = (type: string | undefined, records: readonly string[]): string[] =>
  records.map((record) => (type === 'TXT' ? JSON.stringify(record) : normalizeRecord(record))).toSorted()

const normalizeRecord = (record: string): string => {
  const text = record.trim().toLowerCase()
  return isIPv6(text) ? normalizeIPv6(text) : text.replaceAll(/\.(?=\s|$)/g, '')
}

/** The URL parser writes each address in one form; it accepts no zone. */
const normalizeIPv6 = (address: string): string =>
  URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address

/** The resolver reads each byte as one character, while most name servers store UTF-8. */
export const readTxt = (text: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
