import { createHash, randomBytes } from 'node:crypto'
import { startTcp, type TestServer } from './servers.ts'

const sha1 = (...parts: readonly Buffer[]): Buffer => createHash('sha1').update(Buffer.concat(parts)).digest()
const packet = (sequence: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([body.length & 0xff, body.length >> 8, 0, sequence]), body])
}
const counted = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
const failure = (sequence: number, code: number, state: string, message: string): Buffer =>
  packet(sequence, Buffer.from([0xff, code & 0xff, code >> 8]), Buffer.from(`#${state}${message}`))
const eofPacket = (sequence: number): Buffer => packet(sequence, Buffer.from([0xfe, 0, 0, 2, 0]))

const greeting = (salt: Buffer): Buffer =>
  packet(
    0,
    Buffer.from('\n8.0.0-test\0', 'latin1'),
    Buffer.from([1, 0, 0, 0]),
    salt.subarray(0, 8),
    Buffer.from([0, 0x09, 0xa2, 33, 2, 0, 0x08, 0, 21]),
    Buffer.alloc(10),
    salt.subarray(8),
    Buffer.from('\0mysql_native_password\0', 'latin1'),
  )

const rows = (...values: readonly string[]): Buffer => {
  const column = Buffer.concat([
    ...['def', '', '', '', 'one', ''].map(counted),
    Buffer.from([0x0c, 33, 0, 0xff, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0]),
  ])
  return Buffer.concat([
    packet(1, Buffer.from([1])),
    packet(2, column),
    eofPacket(3),
    ...values.map((value, index) => packet(4 + index, counted(value))),
    eofPacket(4 + values.length),
  ])
}

export const startMysql = async (password: string, values: readonly string[] = ['1', '2']): Promise<TestServer> =>
  startTcp((socket) => {
    const salt = Buffer.from(randomBytes(20).map((byte) => (byte % 100) + 20))
    let signedIn = false
    socket.write(greeting(salt))
    socket.on('data', (data: Buffer) => {
      if (!signedIn) {
        const userEnd = data.indexOf(0, 36)
        const receivedHash = data.subarray(userEnd + 2, userEnd + 2 + (data[userEnd + 1] ?? 0))
        const once = sha1(Buffer.from(password))
        const mask = sha1(salt, sha1(once))
        signedIn = receivedHash.equals(Buffer.from(once.map((byte, index) => byte ^ (mask[index] ?? 0))))
        socket.write(
          signedIn
            ? packet(2, Buffer.from([0, 0, 0, 2, 0, 0, 0]))
            : failure(2, 1045, '28000', 'Access denied for this user'),
        )
        return
      }
      if (data[4] !== 3) return
      const query = data.subarray(5).toString()
      if (query.includes('sleep')) return
      socket.write(
        query.includes('nowhere') ? failure(1, 1146, '42S02', "Table 'test.nowhere' doesn't exist") : rows(...values),
      )
    })
  })
