export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new' | 'place'
  readonly text: string
  readonly before: number | undefined
  readonly after: number | undefined
}

interface DiffPair {
  readonly left: DiffLine | undefined
  readonly right: DiffLine | undefined
}

const hunkPattern = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

export const readDiff = (diff: string): readonly DiffLine[] => {
  const texts = diff.trimEnd().split('\n')
  const first = texts.findIndex((text) => hunkPattern.test(text))
  if (first === -1) return texts.map((text, at) => ({ kind: 'same', text, before: at + 1, after: at + 1 }))
  let [before, after] = [1, 1]
  return texts.slice(first).map((line): DiffLine => {
    const [, oldStart, newStart] = hunkPattern.exec(line) ?? []
    const text = line.slice(1)
    if (oldStart !== undefined) {
      ;[before, after] = [Number(oldStart), Number(newStart)]
      return { kind: 'place', text: line, before: undefined, after: undefined }
    }
    if (line.startsWith('\\')) return { kind: 'place', text: text.trim(), before: undefined, after: undefined }
    if (line.startsWith('-')) return { kind: 'gone', text, before: before++, after: undefined }
    if (line.startsWith('+')) return { kind: 'new', text, before: undefined, after: after++ }
    return { kind: 'same', text, before: before++, after: after++ }
  })
}

export const pairLines = (lines: readonly DiffLine[]): readonly DiffPair[] => {
  const pairs: DiffPair[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]
    if (line === undefined) break
    if (line.kind === 'same' || line.kind === 'place') {
      pairs.push({ left: line, right: line })
      at += 1
      continue
    }
    let end = at
    while (lines[end]?.kind === 'gone' || lines[end]?.kind === 'new') end += 1
    const block = lines.slice(at, end)
    const removed = block.filter(({ kind }) => kind === 'gone')
    const added = block.filter(({ kind }) => kind === 'new')
    for (let row = 0; row < Math.max(removed.length, added.length); row += 1)
      pairs.push({ left: removed[row], right: added[row] })
    at = end
  }
  return pairs
}
