import type { LogLine } from '#shared/logs/log-routes.ts'
import { lettersMax, lettersOf } from './newest-of.ts'

const linesMax = 5_000

/** Lines that wait for a reader: beyond so many, or so many letters, the oldest are let go, and that is told. */
export const createWaitingLines = () => {
  let [lines, letters, isCut]: [LogLine[], number, boolean] = [[], 0, false]
  return {
    isEmpty: () => lines.length === 0,
    add: (more: readonly LogLine[]) => {
      for (const line of more) {
        lines.push(line)
        letters += lettersOf(line)
      }
      let gone = 0
      for (const line of lines) {
        if (lines.length - gone <= linesMax && letters <= lettersMax) break
        letters -= lettersOf(line)
        gone += 1
      }
      lines.splice(0, gone)
      isCut ||= gone > 0
    },
    /** What waits, oldest first as it came; nothing does any more. */
    take: () => {
      const taken = { lines, isCut }
      ;[lines, letters, isCut] = [[], 0, false]
      return taken
    },
  }
}
