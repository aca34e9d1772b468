import type { LogLine } from '#shared/playbooks/log-line.ts'
import { createLogLines, type LogLines } from './log-lines.ts'

export interface StreamLines {
  readonly lines: LogLines
  readonly add: (lines: readonly LogLine[], openLines?: readonly LogLine[]) => void
  readonly isPartial: () => boolean
}

const mostUsual = 5_000
const renumbered = ([, stream, atMs, text, ...open]: LogLine, no: number): LogLine => [no, stream, atMs, text, ...open]

/** Keeps at least the newest `most` lines and at most twice as many; older ones become placeholders. */
export const createStreamLines = (stream: 1 | 2, most = mostUsual): StreamLines => {
  let stored: LogLine[] = []
  let forgotten = 0
  let first: number | null = null
  let last = 0
  const lineAt = (no: number): LogLine => stored[no - forgotten - 1] ?? [no, stream, 0, '… see All']
  const total = () => forgotten + stored.length
  const lines = createLogLines({
    read: (from, count) => {
      const found = Math.max(0, Math.min(count, total() - from + 1))
      return Promise.resolve({ lines: Array.from({ length: found }, (_, i) => lineAt(from + i)), total: total() })
    },
  })
  return {
    lines,
    add: (added, openLines = []) => {
      first ??= added[0]?.[0] ?? null
      const own = added
        .filter(([no, of]) => of === stream && no > last)
        .map((line, i) => renumbered(line, total() + i + 1))
      last = Math.max(last, added.at(-1)?.[0] ?? 0)
      stored = [...stored, ...own]
      if (stored.length > 2 * most) {
        forgotten += stored.length - most
        stored = stored.slice(-most)
      }
      const open = openLines.filter(([, of]) => of === stream)
      lines.absorb(
        own,
        total(),
        open.map((line) => renumbered(line, total() + 1)),
      )
    },
    isPartial: () => first !== null && first > 1,
  }
}
