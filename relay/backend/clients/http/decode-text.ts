const marks: readonly (readonly [string, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
]
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
/** Documents that name their charset do so near the beginning (HTML, 13.2.3.2; XML, 4.3.3). */
const prologBytes = 1_024

/** As browsers decode: by the byte order mark, then by the header, then by the document itself, else UTF-8. */
export const decodeText = (bytes: Buffer, contentType: string | undefined): string => {
  const marked = marks.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark))
  const charset = marked?.[0] ?? readCharset(contentType) ?? findCharset(bytes, contentType) ?? 'utf-8'
  const decoder = createDecoder(charset, bytes)
  const text = decoder.decode(bytes)
  return decoder.encoding === 'windows-1252' ? decodeControls(text) : text
}

/** Node 20 and 22 decode windows-1252 as ISO-8859-1. */
const decodeControls = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) => windows1252.charAt(control.charCodeAt(0) - 0x80))

const readCharset = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/i
    .exec(contentType ?? '')
    ?.slice(1)
    .find(Boolean)

const findCharset = (bytes: Buffer, contentType = ''): string | undefined => {
  const start = bytes.subarray(0, prologBytes).toString('latin1')
  const type = contentType || (/^\s*<(?:\?xml|!doctype\s+html|html)\b/i.exec(start)?.[0] ?? '')
  const declared = /xml/i.test(type)
    ? /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)
    : /html/i.test(type)
      ? /<meta\s[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)
      : null
  const charset = declared?.[1]
  // Text that can be read as ASCII up to here is not UTF-16, whatever it names.
  return charset === undefined || /^utf-?16/i.test(charset) ? undefined : charset
}

const createDecoder = (charset: string, bytes: Buffer) => {
  // RFC 2781 leaves the byte order open; only the high byte of ASCII is 0.
  const isBigEndian = /^utf-16$/i.test(charset) && bytes.length > 1 && bytes[0] === 0 && bytes[1] !== 0
  try {
    return new TextDecoder(isBigEndian ? 'utf-16be' : charset.trim())
  } catch {
    return new TextDecoder()
  }
}
