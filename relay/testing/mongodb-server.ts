import { BSON } from 'mongodb'
import { startTcp, type TestServer } from './servers.ts'

const queryOp = 2004
const messageOp = 2013

const hello = {
  ok: 1,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
  localTime: new Date(0),
}

const secondary = (port: number) => ({
  ismaster: false,
  isWritablePrimary: false,
  secondary: true,
  setName: 'rs',
  hosts: [`127.0.0.1:${port}`],
})

interface MongodbOptions {
  readonly isSecondary?: boolean
  /** Fields of the response to `ping`. */
  readonly pong?: object
  /** A load balancer that responds to nothing from the first `ping` on. */
  readonly onPing?: () => void
}

export const startMongodb = async (
  ok: number,
  { isSecondary = false, pong = {}, onPing }: MongodbOptions = {},
): Promise<TestServer> => {
  let isSilent = false
  return startTcp((socket) => {
    let buffered = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      buffered = Buffer.concat([buffered, data])
      while (buffered.length >= 16 && buffered.length >= buffered.readInt32LE(0)) {
        const message = buffered.subarray(0, buffered.readInt32LE(0))
        buffered = buffered.subarray(message.length)
        if (onPing !== undefined && message.includes('ping\0')) {
          isSilent = true
          onPing()
        }
        if (isSilent) continue
        const balanced = onPing === undefined ? {} : { serviceId: new BSON.ObjectId() }
        const role = isSecondary ? secondary(socket.localPort ?? 0) : balanced
        socket.write(createReply(message, ok, { role, pong }))
      }
    })
  })
}

const createReply = (message: Buffer, ok: number, { role, pong }: { role: object; pong: object }): Buffer => {
  const operation = message.readInt32LE(12)
  const body = operation === queryOp ? message.subarray(message.indexOf(0, 20) + 9) : message.subarray(21)
  const command = BSON.deserialize(body.subarray(0, body.readInt32LE(0)))
  const reply = Buffer.from(
    BSON.serialize(
      'saslStart' in command
        ? { ok: 0, errmsg: 'Authentication failed.', code: 18, codeName: 'AuthenticationFailed' }
        : 'ping' in command
          ? { ...pong, ok, errmsg: ok === 1 ? undefined : 'not today', code: ok === 1 ? undefined : 59 }
          : { ...hello, ...role },
      { ignoreUndefined: true },
    ),
  )
  const middle = operation === queryOp ? Buffer.from([...Buffer.alloc(16), 1, 0, 0, 0]) : Buffer.alloc(5)
  const head = Buffer.alloc(16)
  head.writeInt32LE(16 + middle.length + reply.length, 0)
  head.writeInt32LE(1, 4)
  head.writeInt32LE(message.readInt32LE(4), 8)
  head.writeInt32LE(operation === queryOp ? 1 : messageOp, 12)
  return Buffer.concat([head, middle, reply])
}
