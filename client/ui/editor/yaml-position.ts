export interface YamlPosition {
  readonly path: readonly (string | number)[]
  readonly isValue: boolean
  readonly word: string
}

const countIndent = (line: string) => line.length - line.trimStart().length

const keyColumn = (line: string) => countIndent(line) + (/^(?:-\s+)+/.exec(line.trimStart())?.[0].length ?? 0)
const parseKey = (line: string) => /^(?:-\s+)*("?)([\w.$-]+)\1\s*:/.exec(line.trimStart())?.[2]
const isItem = (line: string) => /^-(\s|$)/.test(line.trimStart())

/** Uses the indentation only, because a document often does not parse while it is typed. */
export const findYamlPosition = (before: string): YamlPosition => {
  const lines = before.split('\n')
  const current = lines.pop() ?? ''
  const valueMatch = /^\s*(?:-\s+)*"?([\w.$-]+)"?\s*:\s+(\S*)$/.exec(current)
  const word = valueMatch?.[2] ?? /[\w.$-]*$/.exec(current)?.[0] ?? ''
  const path: (string | number)[] = valueMatch?.[1] === undefined ? [] : [valueMatch[1]]
  let column = keyColumn(current)
  let inItem = isItem(current)
  let itemColumn = countIndent(current)
  const above = lines.filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#')).toReversed()
  for (const line of above) {
    if (inItem) {
      if (isItem(line) && countIndent(line) >= itemColumn) continue
      const key = parseKey(line)
      if (key === undefined || keyColumn(line) > itemColumn) continue
      path.unshift(key, 0)
      column = keyColumn(line)
      inItem = isItem(line)
      itemColumn = countIndent(line)
      continue
    }
    if (keyColumn(line) > column) continue
    if (keyColumn(line) === column) {
      if (isItem(line)) {
        inItem = true
        itemColumn = countIndent(line)
      }
      continue
    }
    const key = parseKey(line)
    if (key === undefined) continue
    path.unshift(key)
    column = keyColumn(line)
    inItem = isItem(line)
    itemColumn = countIndent(line)
  }
  return { path, isValue: valueMatch !== null, word }
}
