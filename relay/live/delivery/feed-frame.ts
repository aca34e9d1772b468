import type { FeedMessage } from '#shared/live/messages.ts'

const isText = 0x81
const isBinary = 0x82

/** A WebSocket frame from a server (RFC 6455 section 5.2): final, unmasked, uncompressed. */
const frameOf = (opcode: number, payload: Buffer): Buffer => {
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
  if (message.kind !== 'packed') return frameOf(isText, Buffer.from(`42["feed",${JSON.stringify(message)}]`))
  const { gzip, ...rest } = message
  const placed = { ...rest, gzip: { _placeholder: true, num: 0 } }
  const attachment =
    gzip instanceof ArrayBuffer ? Buffer.from(gzip) : Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength)
  return Buffer.concat([
    frameOf(isText, Buffer.from(`451-["feed",${JSON.stringify(placed)}]`)),
    frameOf(isBinary, attachment),
  ])
}
