import { isUtf8 } from 'node:buffer'

type DecodedText =
  | { readonly text: string }
  | { readonly error: { readonly line: number; readonly column: number; readonly reason: string } }

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

const marks: readonly (readonly [bytes: readonly number[], encoding: Encoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** A document begins with an ASCII character, so a zero byte beside it is half of a UTF-16 unit. */
const detect = (bytes: Buffer): { readonly encoding: Encoding; readonly markLength: number } => {
  for (const [mark, encoding] of marks)
    if (mark.every((byte, index) => bytes[index] === byte)) return { encoding, markLength: mark.length }
  const [first, second, third] = bytes
  if (second === 0 && third === 0) return { encoding: first === 0 ? 'utf-32be' : 'utf-32le', markLength: 0 }
  if (first === 0 && second !== undefined && second !== 0) return { encoding: 'utf-16be', markLength: 0 }
  if (second === 0 && first !== undefined && first !== 0) return { encoding: 'utf-16le', markLength: 0 }
  return { encoding: 'utf-8', markLength: 0 }
}

/** Reads UTF-8 and UTF-16, with or without a byte order mark. */
export const decodeText = (bytes: Buffer): DecodedText => {
  const { encoding, markLength } = detect(bytes)
  const content = bytes.subarray(markLength)
  if (encoding === 'utf-8') return decodeUtf8(content, markLength)
  if (encoding.startsWith('utf-32'))
    return {
      error: { line: 1, column: 1, reason: `The file is ${encoding.toUpperCase()}. Save it as UTF-8 or UTF-16.` },
    }
  if (content.length % 2 === 0) {
    const units = encoding === 'utf-16be' ? Buffer.from(content).swap16() : content
    return { text: withLineFeeds(units.toString('utf16le')) }
  }
  const lines = content.toString('latin1').split('\n').length
  const reason = `The file is ${encoding.toUpperCase()} with an odd number of bytes (${bytes.length}): the last character is incomplete. Save it as UTF-8.`
  return { error: { line: lines, column: 1, reason } }
}

/**
 * A carriage return alone ends a line of YAML, too, but the parser does not know it. Files that were joined have a byte
 * order mark before each document.
 */
const withLineFeeds = (text: string): string => text.replaceAll(/\r(?!\n)/g, '\n').replaceAll(/^\ufeff/gm, '')

const decodeUtf8 = (bytes: Buffer, before: number): DecodedText => {
  try {
    return { text: withLineFeeds(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch {
    const at = findInvalidByte(bytes)
    const valid = bytes.subarray(0, at).toString('utf8')
    const lastBreak = valid.lastIndexOf('\n')
    const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
    const reason = `The byte 0x${byte} at position ${before + at + 1} is not UTF-8. Save the file as UTF-8 or UTF-16.`
    return { error: { line: valid.split('\n').length, column: valid.length - lastBreak, reason } }
  }
}

/** A streaming decoder also accepts a prefix that ends within a character, so the last step is to its start. */
const findInvalidByte = (bytes: Buffer): number => {
  let [low, high] = [0, bytes.length]
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2)
    if (isValidStart(bytes.subarray(0, middle))) low = middle
    else high = middle - 1
  }
  while (!isUtf8(bytes.subarray(0, low))) low--
  return low
}

const isValidStart = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
