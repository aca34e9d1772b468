import type { LogLine } from '#shared/logs/log-routes.ts'
import { charactersMax, countCharacters } from './merge-newest.ts'

const usual = { lines: 5_000, characters: charactersMax }

export const createWaitingLines = (most: { readonly lines: number; readonly characters: number } = usual) => {
  let [lines, characters, isCut]: [LogLine[], number, boolean] = [[], 0, false]
  return {
    isEmpty: () => lines.length === 0,
    add: (more: readonly LogLine[]) => {
      for (const line of more) {
        lines.push(line)
        characters += countCharacters(line)
      }
      let dropped = 0
      for (const line of lines) {
        if (lines.length - dropped <= most.lines && characters <= most.characters) break
        characters -= countCharacters(line)
        dropped += 1
      }
      lines.splice(0, dropped)
      isCut ||= dropped > 0
    },
    take: () => {
      const taken = { lines, isCut }
      ;[lines, characters, isCut] = [[], 0, false]
      return taken
    },
  }
}
