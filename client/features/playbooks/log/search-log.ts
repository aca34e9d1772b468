import type { LogLine } from '#shared/playbooks/log-line.ts'
import { plainText } from '#client/lib/text/ansi-segments.ts'
import { logRangeMax } from '#shared/playbooks/log-line.ts'
import type { LogLines } from './log-lines.ts'

/** How far a search through a whole log is. */
export interface Found {
  /** The numbers of the lines that hold the text, ascending; `mostFound` at most. */
  readonly lines: readonly number[]
  /** The last line that was looked at. */
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
  /** The last line to look at. */
  readonly total: number
  readonly onFound: (found: Found) => void
}

/**
 * Looks through every line behind `before.searchedTo`, whatever its case and colours, and tells after each piece how far it is.
 * Lines that the tab holds are not asked for. Rejects when lines can't be read, and when the signal ends it.
 */
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

/** The place in `lines` of the first line from `no` on; the first of all where none comes behind. */
export const matchIndexFrom = (lines: readonly number[], no: number): number => {
  const at = lines.findIndex((line) => line >= no)
  return Math.max(0, at)
}
