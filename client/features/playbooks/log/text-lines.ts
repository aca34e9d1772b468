import type { LogLine } from '#shared/playbooks/log-line.ts'
import { createLogLines, type LogLines } from './log-lines.ts'

export const textLines = (text: string, stream: 1 | 2 = 1): LogLines => {
  const parts = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
  const all = text === '' ? [] : parts.map((part, i): LogLine => [i + 1, stream, 0, part])
  const lines = createLogLines({
    read: (from, count) => Promise.resolve({ lines: all.slice(from - 1, from - 1 + count), total: all.length }),
  })
  lines.absorb([], all.length)
  return lines
}
