import type { LogLine } from '#shared/playbooks/log-line.ts'
import { plainText } from '#client/lib/text/ansi-segments.ts'
import { logRangeMax } from '#shared/playbooks/log-line.ts'
import type { LogLines } from './log-lines.ts'

export interface Found {
  readonly lines: readonly number[]
  readonly searchedTo: number
}

export const nothingFound: Found = { lines: [], searchedTo: 0 }
export const mostFound = 10_000

const storedLines = (lines: Pick<LogLines, 'lineAt'>, from: number, to: number): LogLine[] | null => {
  const found: LogLine[] = []
  for (let no = from; no <= to; no++) {
    const line = lines.lineAt(no)
    if (line === null) return null
    found.push(line)
  }
  return found
}

interface SearchOptions {
  readonly signal: AbortSignal
  readonly total: number
  readonly onFound: (found: Found) => void
}

/** Cached lines are not read again. Rejects on read errors and abort. */
export const searchLog = async (
  lines: Pick<LogLines, 'lineAt' | 'read'>,
  text: string,
  before: Found,
  { signal, total, onFound }: SearchOptions,
): Promise<void> => {
  const lowerCaseText = text.toLowerCase()
  let { lines: found, searchedTo } = before
  while (searchedTo < total && found.length < mostFound) {
    const from = searchedTo + 1
    const to = Math.min(total, searchedTo + logRangeMax)
    const piece = storedLines(lines, from, to) ?? (await lines.read(from, to - from + 1, signal)).lines
    signal.throwIfAborted()
    if (piece.length === 0) return
    const hits = piece.filter((line) => plainText(line[3]).toLowerCase().includes(lowerCaseText)).map(([no]) => no)
    found = [...found, ...hits].slice(0, mostFound)
    searchedTo = piece.at(-1)?.[0] ?? to
    onFound({ lines: found, searchedTo })
  }
}

export const matchIndexFrom = (lines: readonly number[], no: number): number => {
  const at = lines.findIndex((line) => line >= no)
  return Math.max(0, at)
}
