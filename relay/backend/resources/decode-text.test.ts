import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'kind: Canary # \u00e9\u20ac\u{1f600}\n'
const littleEndian = Buffer.from(text, 'utf16le')
const bigEndian = Buffer.from(littleEndian).swap16()
const mark = (bytes: number[], content: Buffer) => Buffer.concat([Buffer.from(bytes), content])

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', mark([0xef, 0xbb, 0xbf], Buffer.from(text))],
  ['little-endian UTF-16 with a byte order mark', mark([0xff, 0xfe], littleEndian)],
  ['big-endian UTF-16 with a byte order mark', mark([0xfe, 0xff], bigEndian)],
  ['little-endian UTF-16', littleEndian],
  ['big-endian UTF-16', bigEndian],
])('reads %s', (_name, bytes) => {
  expect(decodeText(bytes)).toEqual({ text })
})

test('reads joined files, each with a byte order mark', () => {
  expect(decodeText(Buffer.from('\ufeffa: 1\n---\n\ufeffb: 1\n'))).toEqual({ text: 'a: 1\n---\nb: 1\n' })
})

test.each([
  [Buffer.from('a: 1\nb: \xe9t\xe9\n', 'latin1'), 2, 4, 'The byte 0xE9 at position 9 is not UTF-8.'],
  [Buffer.from('a: \u20ac').subarray(0, 5), 1, 4, 'The byte 0xE2 at position 4 is not UTF-8.'],
  [mark([0xef, 0xbb, 0xbf], Buffer.from([0xff])), 1, 1, 'The byte 0xFF at position 4 is not UTF-8.'],
  [mark([0xff, 0xfe, 0, 0], Buffer.from('a\0\0\0')), 1, 1, 'The file is UTF-32LE. Save it as UTF-8 or UTF-16.'],
  [mark([0, 0, 0xfe, 0xff], Buffer.from('\0\0\0a')), 1, 1, 'The file is UTF-32BE.'],
  [Buffer.from('\0\0\0a'), 1, 1, 'The file is UTF-32BE.'],
  [mark([0xff, 0xfe], Buffer.from('a')), 1, 1, 'The file is UTF-16LE with an odd number of bytes (3)'],
])('rejects %j with its position', (bytes, line, column, reason) => {
  const decoded = decodeText(bytes)
  expect('error' in decoded && decoded.error).toMatchObject({ line, column })
  expect('error' in decoded && decoded.error.reason).toContain(reason)
})
