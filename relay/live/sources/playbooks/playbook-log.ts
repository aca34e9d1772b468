import { logTailChunks } from '#shared/playbooks/log-line.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { LogReader } from './log-reader.ts'

interface StoredChunk {
  readonly first: number
  readonly text: string
}

const windowMax = 256 * 1024

const untilEndMs = 500

/** Chunks never change, so they are cached: each feed needs its own source. */
export const playbookLogSource = (reader: Pick<LogReader, 'tail'>): TopicSource<{ actionId: string }> => {
  let storedChunks: readonly StoredChunk[] = []
  return {
    load: async ({ actionId }, signal) => {
      const observedAtMs = Date.now()
      const { chunks, ...about } = await reader.tail(actionId, storedChunks.at(-1)?.first ?? 0, signal)
      const added = chunks.map((chunk): StoredChunk => ({
        first: chunk.first,
        text: JSON.stringify({ kind: 'chunk', ...chunk }),
      }))
      const all = [...storedChunks, ...added].slice(-logTailChunks)
      let size = 0
      const from = all.findLastIndex(({ text }, i) => {
        size += text.length
        return size > windowMax && i < all.length - 1
      })
      storedChunks = all.slice(from + 1)
      const texts = [JSON.stringify({ kind: 'about', ...about }), ...storedChunks.map(({ text }) => text)]
      return {
        body: `[${texts.join(',')}]`,
        observedAtMs,
        againWithinMs: about.comesAtEnd === true ? untilEndMs : undefined,
      }
    },
  }
}
