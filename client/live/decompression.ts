import type { FeedMessage } from '#shared/live/messages.ts'
import { decompressRows } from './decompress-rows.ts'

export type PlainMessage = Exclude<FeedMessage, { kind: 'packed' }>

const unpack = async (message: FeedMessage): Promise<PlainMessage> => {
  if (message.kind !== 'packed') return message
  const { gzip, ...rest } = message
  return { ...rest, kind: 'snapshot', rows: await decompressRows(gzip) }
}

/**
 * Preserves message order while a snapshot is decompressed. Invalid snapshots are dropped, and pending messages
 * on `forget`.
 */
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
