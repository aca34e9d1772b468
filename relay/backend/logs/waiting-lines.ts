import type { LogLine } from '#shared/logs/log-routes.ts'
import { lettersMax, lettersOf } from './newest-of.ts'

const usual = { lines: 5_000, letters: lettersMax }

/** Lines that wait for a reader: beyond so many, or so many letters, the oldest are let go, and that is told. */
export const createWaitingLines = (most: { readonly lines: number; readonly letters: number } = usual) => {
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
        if (lines.length - gone <= most.lines && letters <= most.letters) break
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
