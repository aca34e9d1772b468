import type { Socket } from 'node:net'
import { startTcp, type TestServer } from './servers.ts'

const kinds = { batch: 1, procedure: 3, response: 4, login: 16, prelogin: 18 }
const headBytes = 8
const packetMax = 4096
const endOfMessage = 1

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const uint16 = (number: number): Buffer => Buffer.from([number & 0xff, number >> 8])
const uint32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}
const byteCounted = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), utf16(text)])

const send = (socket: Socket, body: Buffer): void => {
  for (let from = 0, id = 1; from < body.length; from += packetMax - headBytes, id += 1) {
    const part = body.subarray(from, from + packetMax - headBytes)
    const head = Buffer.from([
      kinds.response,
      from + part.length < body.length ? 0 : endOfMessage,
      0,
      0,
      0,
      0,
      id & 0xff,
      0,
    ])
    head.writeUInt16BE(part.length + headBytes, 2)
    socket.write(Buffer.concat([head, part]))
  }
}

/** The server has no TLS, and says so. */
const prelogin = (): Buffer => {
  const options = [
    [0, Buffer.from([16, 0, 0, 0, 0, 0])],
    [1, Buffer.from([2])],
  ] as const
  const tableBytes = options.length * 5 + 1
  let offset = tableBytes
  const table = options.map(([token, value]) => {
    const entry = Buffer.from([token, 0, 0, 0, value.length])
    entry.writeUInt16BE(offset, 1)
    offset += value.length
    return entry
  })
  return Buffer.concat([...table, Buffer.from([0xff]), ...options.map(([, value]) => value)])
}

const done = (rows: number, hasError = false): Buffer =>
  Buffer.concat([Buffer.from([0xfd]), uint16(hasError ? 2 : 0x10), uint16(0xc1), uint32(rows), uint32(0)])

const failure = (number: number, message: string): Buffer => {
  const body = Buffer.concat([
    uint32(number),
    Buffer.from([1, 14]),
    uint16(message.length),
    utf16(message),
    byteCounted('stand-in'),
    byteCounted(''),
    uint32(1),
  ])
  return Buffer.concat([Buffer.from([0xaa]), uint16(body.length), body, done(0, true)])
}

const loginAccepted = (): Buffer => {
  const body = Buffer.concat([
    Buffer.from([1, 0x74, 0, 0, 4]),
    byteCounted('Microsoft SQL Server'),
    Buffer.from([16, 0, 0, 0]),
  ])
  return Buffer.concat([Buffer.from([0xad]), uint16(body.length), body, done(0)])
}

/** One column of text. */
const rows = (values: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x81]),
    uint16(1),
    uint32(0),
    uint16(1),
    Buffer.from([0xe7]),
    uint16(8000),
    Buffer.from([9, 4, 0xd0, 0, 0x34]),
    byteCounted('one'),
    ...values.flatMap((value) => [Buffer.from([0xd1]), uint16(value.length * 2), utf16(value)]),
    done(values.length),
  ])

/** The password has its half-bytes swapped and is combined with 0xA5. */
const readLogin = (body: Buffer): { user: string; password: string } => {
  const field = (at: number): Buffer => {
    const offset = body.readUInt16LE(at)
    return body.subarray(offset, offset + body.readUInt16LE(at + 2) * 2)
  }
  const clear = Buffer.from(field(44).map((byte) => ((byte ^ 0xa5) >> 4) | (((byte ^ 0xa5) & 0xf) << 4)))
  return { user: field(40).toString('utf16le'), password: clear.toString('utf16le') }
}

/** Statement, declarations and values of sp_executesql, among other bytes. */
const readProcedure = (body: Buffer): string =>
  [body, body.subarray(1)].map((bytes) => bytes.toString('utf16le')).join('\n')

const readBatch = (body: Buffer): string => body.subarray(body.readUInt32LE(0)).toString('utf16le')

export interface MssqlAnswers {
  /** Rows of any other query; undefined leaves it without a response. */
  readonly respond?: (query: string) => readonly string[] | undefined
}

/** From MS-TDS: pre-login, login, SQL batches, rows and errors. */
export const startMssql = async (
  password: string,
  { respond = () => ['1', '2'] }: MssqlAnswers = {},
): Promise<TestServer> =>
  startTcp((socket) => {
    let pending = Buffer.alloc(0)
    let message = Buffer.alloc(0)
    const answer = (kind: number | undefined, body: Buffer): void => {
      if (kind === kinds.prelogin) send(socket, prelogin())
      if (kind === kinds.login) {
        const login = readLogin(body)
        send(
          socket,
          login.password === password ? loginAccepted() : failure(18_456, `Login failed for user '${login.user}'.`),
        )
      }
      if (kind !== kinds.batch && kind !== kinds.procedure) return
      const query = kind === kinds.batch ? readBatch(body) : readProcedure(body)
      if (/^\s*set /i.test(query)) send(socket, done(0))
      else if (query.includes('nowhere')) send(socket, failure(208, "Invalid object name 'nowhere'."))
      else {
        const values = respond(query)
        if (values !== undefined) send(socket, rows(values))
      }
    }
    socket.on('data', (data: Buffer) => {
      pending = Buffer.concat([pending, data])
      while (pending.length >= headBytes && pending.length >= pending.readUInt16BE(2)) {
        const packet = pending.subarray(0, pending.readUInt16BE(2))
        if (packet.length < headBytes || !Object.values(kinds).includes(packet[0] ?? 0)) {
          socket.destroy()
          return
        }
        pending = pending.subarray(packet.length)
        message = Buffer.concat([message, packet.subarray(headBytes)])
        if (packet[1] !== endOfMessage) continue
        answer(packet[0], message)
        message = Buffer.alloc(0)
      }
    })
  })
