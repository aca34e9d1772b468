interface YamlPosition {
  readonly path: readonly (string | number)[]
  readonly isValue: boolean
  readonly word: string
  /** Of the key that is or would be typed here. */
  readonly column: number
}

type Path = readonly (string | number)[]

const countIndent = (line: string) => line.length - line.trimStart().length
const keyColumn = (line: string) => countIndent(line) + (/^(?:-\s+)+/.exec(line.trimStart())?.[0].length ?? 0)
const parseKey = (line: string) => /^(?:-\s+)*("?)([\w.$-]+)\1\s*:/.exec(line.trimStart())?.[2]
const isItem = (line: string) => /^-(\s|$)/.test(line.trimStart())

/** Path of the map or list that contains a line with this indentation. */
const findParent = (current: string, above: readonly string[]): Path => {
  const path: (string | number)[] = []
  let column = keyColumn(current)
  let inItem = isItem(current)
  let itemColumn = countIndent(current)
  let index = 0
  for (const line of above) {
    if (inItem) {
      if (isItem(line) && countIndent(line) >= itemColumn) {
        if (countIndent(line) === itemColumn) index += 1
        continue
      }
      const key = parseKey(line)
      if (key === undefined || keyColumn(line) > itemColumn) continue
      path.unshift(key, index)
      column = keyColumn(line)
      inItem = isItem(line)
      itemColumn = countIndent(line)
      index = 0
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
  return path
}

interface Open {
  readonly isMap: boolean
  index: number
  key: string | null
}

const flowToken = /"(?:[^"\\]|\\.)*"|'[^']*'|[{}[\],]|[^"'{}[\],]+/g
const flowKey = /(?:^|\s)"?([\w.$-]+)"?\s*:\s*$|(?:^|\s)"?([\w.$-]+)"?\s*:\s+\S*$/

/** Null outside brackets. */
const findInFlow = (text: string): { readonly path: Path; readonly isValue: boolean } | null => {
  const stack: Open[] = []
  for (const [token] of text.matchAll(flowToken)) {
    const open = stack.at(-1)
    if (token === '{' || token === '[') stack.push({ isMap: token === '{', index: 0, key: null })
    else if (token === '}' || token === ']') stack.pop()
    else if (open === undefined) continue
    else if (token === ',') {
      open.index += 1
      open.key = null
    } else if (open.isMap && open.key === null) {
      const [, before, within] = flowKey.exec(token) ?? []
      open.key = before ?? within ?? null
    }
  }
  const last = stack.at(-1)
  if (last === undefined) return null
  const path = stack.flatMap(({ isMap, index, key }): Path => {
    if (!isMap) return [index]
    return key === null ? [] : [key]
  })
  return { path, isValue: !last.isMap || last.key !== null }
}

/** Uses the indentation and the brackets of the last line, because a document often does not parse while it is typed. */
export const findYamlPosition = (before: string): YamlPosition => {
  const lines = before.split('\n')
  const current = lines.pop() ?? ''
  const above = lines.filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#')).toReversed()
  const parent = findParent(current, above)
  const column = keyColumn(current)
  const word = /[\w.$-]*$/.exec(current)?.[0] ?? ''
  const [, outer, value = ''] = /^\s*(?:-\s+)*(?:"?([\w.$-]+)"?\s*:\s+)?(.*)$/.exec(current) ?? []
  const keys = outer === undefined ? parent : [...parent, outer]
  const flow = outer !== undefined || /^[{[]/.test(value) ? findInFlow(value) : null
  if (flow !== null) return { path: [...keys, ...flow.path], isValue: flow.isValue, word, column }
  if (outer === undefined) return { path: keys, isValue: false, word, column }
  return { path: keys, isValue: true, word: /^\S*$/.test(value) ? value : '', column }
}
