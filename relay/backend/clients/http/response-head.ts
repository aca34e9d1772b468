import type { Socket } from 'node:net'

const headMax = 256 * 1024
const informational = /^HTTP\/1\.\d 1(?!01)\d\d/
/** A name is a token (RFC 9110). */
const header = /^[\w!#$%&'*+.^`|~-]+[ \t]*:/
const withoutBody = /^HTTP\/\d\.\d (?:204|304)/

/**
 * Lets undici's strict parser read responses that curl and browsers accept: informational responses, repeated identical
 * lengths, a length besides chunks or without a body, folded lines, lines that are no headers, control characters in
 * values and lines that end without a carriage return. undici reads a socket by `read()` only.
 */
export const normalizeResponseHead = (socket: Socket): void => {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let held: Buffer | undefined = Buffer.alloc(0)
  socket.read = (size?: number): Buffer | null => {
    if (held === undefined) return read(size)
    for (let chunk = read(); chunk !== null; chunk = read()) {
      held = Buffer.concat([held, chunk])
      const ready = takeHead(held)
      if (ready === undefined) continue
      held = undefined
      return ready
    }
    return null
  }
}

/** The response with its head normalized, or undefined until the head is complete. */
export const takeHead = (bytes: Buffer): Buffer | undefined => {
  const text = bytes.toString('latin1')
  const isHttp = 'http/'.startsWith(text.slice(0, 5).toLowerCase())
  if (!isHttp || bytes.length > headMax) return bytes
  const end = /\r?\n\r?\n/.exec(text)
  if (end === null) return undefined
  const head = text.slice(0, end.index)
  const rest = bytes.subarray(end.index + end[0].length)
  if (informational.test(head)) return rest.length === 0 ? undefined : takeHead(rest)
  return Buffer.concat([Buffer.from(normalizeHead(head), 'latin1'), rest])
}

const normalizeHead = (text: string): string => {
  const [status = '', ...lines] = text
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .replace(/^http/i, 'HTTP')
    .split(/\r?\n/)
  const headers = lines
    .filter((line) => header.test(line))
    .map((line) => line.replace(/^([^:\s]+)[ \t]+:/, '$1:').replaceAll(/[^\P{Cc}\0\t\u0080-\u009f]/gu, ' '))
  const lengths = new Set<string>()
  const rest = headers.filter((line) => {
    const value = /^content-length:(.*)$/i.exec(line)?.[1]
    if (value !== undefined) for (const part of value.split(',')) lengths.add(part.trim())
    return value === undefined
  })
  const hasNoLength = withoutBody.test(status) || rest.some((line) => /^transfer-encoding:.*\bchunked\s*$/i.test(line))
  const length = hasNoLength ? [] : [...lengths].map((value) => `Content-Length: ${value}`)
  return [status, ...rest, ...length, '', ''].join('\r\n')
}
