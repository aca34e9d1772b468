import { diffLines, type DiffLine } from '#shared/primitives/diff-lines.ts'

const context = 3
const lineSigns = { same: ' ', gone: '-', new: '+' } as const

export const unifiedDiff = (before: string, after: string): string => {
  if (before === after) return ''
  const lines = diffLines(before.split('\n'), after.split('\n'))
  const hunks: string[] = []
  let oldLine = 1
  let newLine = 1
  let at = 0
  const skip = (until: number) => {
    oldLine += until - at
    newLine += until - at
    at = until
  }
  for (;;) {
    const first = lines.findIndex(({ kind }, index) => index >= at && kind !== 'same')
    if (first < 0) break
    skip(Math.max(at, first - context))
    const end = findHunkEnd(lines, first)
    const hunk = lines.slice(at, end)
    const olds = hunk.filter(({ kind }) => kind !== 'new').length
    const news = hunk.filter(({ kind }) => kind !== 'gone').length
    hunks.push(`@@ -${formatRange(oldLine, olds)} +${formatRange(newLine, news)} @@`)
    for (const { kind, text } of hunk) hunks.push(`${lineSigns[kind]}${text}`)
    oldLine += olds
    newLine += news
    at = end
  }
  return ['--- before', '+++ after', ...hunks, ''].join('\n')
}

const findHunkEnd = (lines: readonly DiffLine[], first: number): number => {
  let last = first
  for (let index = first; index < lines.length && index - last <= 2 * context; index += 1)
    if (lines[index]?.kind !== 'same') last = index
  return Math.min(lines.length, last + 1 + context)
}

const formatRange = (line: number, count: number): string =>
  count === 1 ? String(line) : `${count === 0 ? line - 1 : line},${count}`
