import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = (...hex: readonly string[]): Buffer => Buffer.from(hex.join(''), 'hex')
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

describe('decodeText', () => {
  test.each([
    ['nothing declared', undefined, Buffer.from('Grüße'), 'Grüße'],
    ['ISO-8859-1', 'text/plain; charset=ISO-8859-1', bytes('4772fcdf65'), 'Grüße'],
    ['ISO-8859-1 as browsers read it', 'text/plain; charset=latin1', bytes('80'), '€'],
    ['ISO-8859-15', 'text/plain; charset=iso-8859-15', bytes('a4'), '€'],
    ['windows-1251', 'text/plain;charset="windows-1251"', bytes('cfd0c8'), 'ПРИ'],
    ['Shift_JIS', 'text/html; Charset = Shift_JIS', bytes('93fa967b8cea'), '日本語'],
    ['EUC-JP', 'text/plain; charset=EUC-JP; format=flowed', bytes('c6fccbdcb8ec'), '日本語'],
    ['GBK', 'text/plain; charset=gbk', bytes('d6d0cec4'), '中文'],
    ['Big5', 'text/plain; charset=big5', bytes('a4a4a4e5'), '中文'],
    ['EUC-KR', "text/plain; charset='euc-kr'", bytes('c7d1b1db'), '한글'],
    ['KOI8-R', 'text/plain; charset=koi8-r', bytes('f0f2e9'), 'ПРИ'],
    ['UTF-16 little endian', 'application/json; charset=utf-16le', Buffer.from('{"a":1}', 'utf16le'), '{"a":1}'],
    ['UTF-16 big endian', 'application/json; charset=utf-16be', utf16be('{"a":1}'), '{"a":1}'],
    ['UTF-16 without a mark', 'application/json; charset=utf-16', utf16be('{"a":1}'), '{"a":1}'],
    ['a mark of UTF-8', undefined, Buffer.from('\ufeffok'), 'ok'],
    ['a mark of UTF-16', undefined, Buffer.from('\ufeffok', 'utf16le'), 'ok'],
    ['a mark against the header', 'text/plain; charset=iso-8859-1', utf16be('\ufeffok'), 'ok'],
    ['an unknown charset', 'text/plain; charset=klingon', Buffer.from('ü'), 'ü'],
    ['an empty charset', 'text/plain; charset=', Buffer.from('ü'), 'ü'],
    [
      'a meta element without a media type',
      undefined,
      bytes(Buffer.from('<!DOCTYPE html><meta charset="gbk">').toString('hex'), 'd6d0cec4'),
      '<!DOCTYPE html><meta charset="gbk">中文',
    ],
    [
      'an XML declaration without a media type',
      '',
      bytes(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>').toString('hex'), 'fc'),
      '<?xml version="1.0" encoding="ISO-8859-1"?>ü',
    ],
    [
      'a meta element',
      'text/html',
      bytes(Buffer.from('<meta charset="iso-8859-1">').toString('hex'), 'fc'),
      '<meta charset="iso-8859-1">ü',
    ],
    [
      'an XML declaration',
      'application/xml',
      bytes(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>').toString('hex'), 'fc'),
      '<?xml version="1.0" encoding="ISO-8859-1"?>ü',
    ],
    [
      'a declaration in plain text',
      'text/plain',
      Buffer.from('<meta charset="iso-8859-1">ü'),
      '<meta charset="iso-8859-1">ü',
    ],
    ['an impossible declaration', 'text/html', Buffer.from('<meta charset="utf-16">ü'), '<meta charset="utf-16">ü'],
    ['an empty body', 'text/plain; charset=utf-16', Buffer.alloc(0), ''],
  ])('decodes %s', (_, contentType, body, text) => {
    expect(decodeText(body, contentType)).toBe(text)
  })
})
