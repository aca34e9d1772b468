import { plainMessageSchema, type FeedMessage, type PlainMessage } from '#shared/live/messages.ts'

const unpack = async (message: FeedMessage): Promise<PlainMessage> => {
  if (message.kind !== 'packed') return message
  const gzip = new Blob([new Uint8Array(message.gzip)]).stream()
  const json: unknown = await new Response(gzip.pipeThrough(new DecompressionStream('gzip'))).json()
  return plainMessageSchema.parse(json)
}

/** Preserves message order while one is decompressed. Drops invalid messages, and pending ones on `forget`. */
export const createDecompression = (onMessage: (message: PlainMessage) => void) => {
  let last: Promise<void> | null = null
  let connection = {}
  const handOn = async (message: FeedMessage, before: Promise<void> | null, of: object) => {
    await before
    const plain = await unpack(message).catch(() => null)
    if (plain !== null && of === connection) onMessage(plain)
  }
  return {
    receive: (message: FeedMessage) => {
      if (last === null && message.kind !== 'packed') {
        onMessage(message)
        return
      }
      const handing = handOn(message, last, connection).finally(() => {
        if (last === handing) last = null
      })
      last = handing
    },
    forget: () => {
      connection = {}
      last = null
    },
  }
}
