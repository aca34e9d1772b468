import type { ActionDetail } from '#shared/playbooks/action-row.ts'
import type { LogLines } from '#client/features/playbooks/log/log-lines.ts'
import { plainText } from '#client/lib/text/ansi-segments.ts'

/** The last line of stderr that is not blank, as a terminal displays it. */
export const findFailureCause = (result: ActionDetail['result']): string | null => {
  const stderr = result?.['stderr']
  if (typeof stderr !== 'string') return null
  const last = stderr
    .split('\n')
    .map((line) => plainText(line).trimEnd())
    .findLast((line) => line !== '')
  return last ?? null
}

const mostLines = 500

/** Number of the last line of stderr that is not blank, among the newest loaded lines. */
export const findCauseLine = (lines: Pick<LogLines, 'get' | 'lineAt'>): number | null => {
  const { total } = lines.get()
  for (let no = total; no > Math.max(0, total - mostLines); no -= 1) {
    const line = lines.lineAt(no)
    if (line === null) return null
    if (line[1] === 2 && plainText(line[3]).trim() !== '') return no
  }
  return null
}
