import { logRangeMax, type LogLine, type LogRange } from '#shared/playbooks/log-line.ts'

interface LogLinesOptions {
  /** May return fewer lines at the end of the log; rejects when they cannot be read. */
  readonly read: (from: number, lines: number, signal: AbortSignal) => Promise<Pick<LogRange, 'lines' | 'total'>>
  /** Exceeded only while more pages are visible. */
  readonly mostPages?: number
}

export interface LogState {
  /** Includes open lines. */
  readonly total: number
  readonly openCount: number
  readonly version: number
  readonly error: unknown
}

export interface LogLines {
  readonly get: () => LogState
  readonly subscribe: (listener: () => void) => () => void
  readonly lineAt: (no: number) => LogLine | null
  /** `openLines` have not ended yet and follow the others. */
  readonly absorb: (lines: readonly LogLine[], total: number, openLines?: readonly LogLine[]) => void
  /** Marks these lines as visible: missing ones are read, and they stay cached. */
  readonly look: (from: number, to: number) => void
  readonly retry: () => void
  readonly read: LogLinesOptions['read']
  readonly close: () => void
}

export const pageLines = 500
const mostPagesUsual = 20

interface Page {
  readonly lines: (LogLine | undefined)[]
  storedCount: number
}

const toPageIndex = (no: number) => Math.floor((no - 1) / pageLines)

// oxlint-disable-next-line max-lines-per-function -- pages, what is looked at and what is being read go together
export const createLogLines = ({ read, mostPages = mostPagesUsual }: LogLinesOptions): LogLines => {
  const pages = new Map<number, Page>()
  const reading = new Set<number>()
  const listeners = new Set<() => void>()
  const ending = new AbortController()
  let state: LogState = { total: 0, openCount: 0, version: 0, error: null }
  let openLines: readonly LogLine[] = []
  let looked = { from: 1, to: 0 }

  const endedTotal = () => state.total - state.openCount
  const publish = (change: Partial<LogState>) => {
    state = { ...state, ...change, version: state.version + 1 }
    for (const listener of listeners) listener()
  }
  const touch = (index: number): Page => {
    const page = pages.get(index) ?? { lines: [], storedCount: 0 }
    pages.delete(index)
    pages.set(index, page)
    return page
  }
  const isLooked = (index: number) =>
    index >= toPageIndex(looked.from) && index <= toPageIndex(Math.max(looked.from, looked.to))
  const evict = () => {
    for (const index of pages.keys()) {
      if (pages.size <= mostPages) return
      if (!isLooked(index)) pages.delete(index)
    }
  }
  const keep = (lines: readonly LogLine[]) => {
    for (const line of lines) {
      const page = touch(toPageIndex(line[0]))
      const at = (line[0] - 1) % pageLines
      if (page.lines[at] === undefined) page.storedCount += 1
      page.lines[at] = line
    }
    evict()
  }
  const isWhole = (index: number) =>
    (pages.get(index)?.storedCount ?? 0) >= Math.min(pageLines, endedTotal() - index * pageLines)

  const fill = async (index: number) => {
    reading.add(index)
    try {
      const { lines, total } = await read(index * pageLines + 1, pageLines, ending.signal)
      keep(lines)
      publish({ total: Math.max(total, endedTotal()) + state.openCount, error: null })
    } catch (error) {
      if (!ending.signal.aborted) publish({ error })
    } finally {
      reading.delete(index)
    }
    if (state.error === null) fillLooked()
  }
  const fillLooked = () => {
    const to = Math.min(looked.to, endedTotal())
    for (let index = toPageIndex(looked.from); index <= toPageIndex(to) && looked.from <= to; index++) {
      if (pages.has(index)) touch(index)
      const isStored = Array.from({ length: pageLines }, (_, i) => index * pageLines + i + 1).every(
        (no) => no < looked.from || no > to || lineAt(no) !== null,
      )
      if (!isStored && !isWhole(index) && !reading.has(index)) void fill(index)
    }
  }
  const lineAt = (no: number) =>
    openLines[no - endedTotal() - 1] ?? pages.get(toPageIndex(no))?.lines[(no - 1) % pageLines] ?? null

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lineAt,
    absorb: (lines, total, open = []) => {
      const isOpenChanged = open !== openLines && open.length + openLines.length > 0
      openLines = []
      const added = lines.filter(([no]) => lineAt(no) === null)
      keep(added)
      const known = Math.max(total, endedTotal(), lines.at(-1)?.[0] ?? 0)
      const isChanged = added.length > 0 || known !== endedTotal() || isOpenChanged
      openLines = open
      if (isChanged) publish({ total: known + open.length, openCount: open.length })
      fillLooked()
    },
    look: (from, to) => {
      looked = { from: Math.max(1, from), to }
      if (state.error === null) fillLooked()
    },
    retry: () => {
      publish({ error: null })
      fillLooked()
    },
    read: (from, lines, signal) => read(from, Math.min(lines, logRangeMax), signal),
    close: () => ending.abort(),
  }
}
