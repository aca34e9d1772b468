import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { FeedMessage } from '#shared/live/messages.ts'
import type { Connection, LiveSocket } from './watch.ts'

/*
 * Everything here leans on parts of Socket.IO, Engine.IO and ws that their authors promise to nobody. Nothing else in the
 * relay does. The test beside it runs against the real libraries and fails when an upgrade moves such a part.
 */

/** The WebSocket of a new connection, which Engine.IO leaves on its request without telling its type. */
export const findWebSocket = ({ conn }: Pick<LiveSocket, 'conn'>): WebSocket | undefined =>
  (conn.request as IncomingMessage & { readonly websocket?: WebSocket }).websocket

/** Whether Socket.IO has encoded what is not written yet: frames written past it would overtake that. */
export const hasUnwrittenPackets = ({ conn }: Pick<LiveSocket, 'conn'>): boolean => conn['writeBuffer'].length > 0

const noHandshake = Object.freeze({})

/**
 * Lets go of the request that a connection began with: with its headers it weighs more than all that is needed of the
 * connection. Besides Engine.IO and Socket.IO themselves, Engine.IO's stand-in for a response holds it, by a listener
 * (the only `once` on the socket) that middlewares could want; there are none here. Its guard against an error amid
 * the handshake goes as well: the transport has taken over.
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

/** A WebSocket frame from a server (RFC 6455 section 5.2): final, unmasked, uncompressed. */
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

/**
 * A message as the finished bytes that every socket gets: the Socket.IO event `feed` (`42`, or `451-` with one attachment
 * for what is packed, which follows in a frame of its own) in WebSocket frames.
 */
export const feedFrame = (message: FeedMessage): Buffer => {
  if (message.kind !== 'packed') return encodeFrame(isText, Buffer.from(`42["feed",${JSON.stringify(message)}]`))
  const { gzip, ...rest } = message
  const placed = { ...rest, gzip: { _placeholder: true, num: 0 } }
  const attachment =
    gzip instanceof ArrayBuffer ? Buffer.from(gzip) : Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength)
  return Buffer.concat([
    encodeFrame(isText, Buffer.from(`451-["feed",${JSON.stringify(placed)}]`)),
    encodeFrame(isBinary, attachment),
  ])
}
