import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { FeedMessage } from '#shared/live/messages.ts'
import type { Connection, LiveSocket } from '#relay/live/delivery/watch.ts'

/*
 * Relies on undocumented internals of Socket.IO, Engine.IO and ws; nothing else in the relay does.
 * The test beside it fails when an upgrade changes them.
 */

export const findWebSocket = ({ conn }: Pick<LiveSocket, 'conn'>): WebSocket | undefined =>
  (conn.request as IncomingMessage & { readonly websocket?: WebSocket }).websocket

/** Frames written directly would overtake packets that Socket.IO has encoded but not written. */
export const hasUnwrittenPackets = ({ conn }: Pick<LiveSocket, 'conn'>): boolean => conn['writeBuffer'].length > 0

const noHandshake = Object.freeze({})

/**
 * Frees the request, most of a connection's memory. The only `once` listener on the socket is Engine.IO's stub
 * response, which only middlewares could need: there are none.
 */
export const forgetHandshake = ({ socket, net, web }: Pick<Connection, 'socket' | 'net' | 'web'>): void => {
  Reflect.set(socket.conn, 'request', null)
  Reflect.set(socket, 'handshake', noHandshake)
  for (const listener of net.rawListeners('close')) {
    if ('listener' in listener) net.removeListener('close', listener as unknown as () => void)
  }
  for (const listener of web.rawListeners('error')) {
    if (listener.name === 'onUpgradeError') web.removeListener('error', listener as (error: Error) => void)
  }
}

const isText = 0x81
const isBinary = 0x82

/** RFC 6455 section 5.2, from a server: final, unmasked, uncompressed. */
const encodeFrame = (opcode: number, payload: Buffer): Buffer => {
  const { length } = payload
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headLength + length)
  frame[0] = opcode
  if (headLength === 2) frame[1] = length
  else if (headLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, headLength)
  return frame
}

/** The Socket.IO event `feed` in WebSocket frames: `42`, or `451-` with one attachment in its own frame. */
export const feedFrame = (message: FeedMessage): Buffer => {
  if (message.kind !== 'packed') return encodeFrame(isText, Buffer.from(`42["feed",${JSON.stringify(message)}]`))
  const { kind, gzip } = message
  const attachment =
    gzip instanceof ArrayBuffer ? Buffer.from(gzip) : Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength)
  return Buffer.concat([
    encodeFrame(isText, Buffer.from(`451-["feed",${JSON.stringify({ kind, gzip: { _placeholder: true, num: 0 } })}]`)),
    encodeFrame(isBinary, attachment),
  ])
}
