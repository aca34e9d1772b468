import { joined, mergeLines, settle, type Lines, type MergePart, type ThreeSides } from './merge-lines.ts'
import { orderLike } from './order-like.ts'

const keyLine = /^( *)("[^"]*"|'[^']*'|[^\s#"'[{&*!|>%@`-][^:]*):( |$)/
const isAside = (line: string) => /^\s*(#|$)/.test(line)

const parseEntries = (lines: Lines): ReadonlyMap<string, Lines> | undefined => {
  const indent = keyLine.exec(lines.find((line) => !isAside(line)) ?? '')?.[1]
  const entries = new Map<string, string[]>()
  let above: string[] = []
  let last: string[] | undefined
  for (const line of lines) {
    const [, spaces, key] = keyLine.exec(line) ?? []
    if (key !== undefined && spaces === indent) {
      if (entries.has(key)) return undefined
      last = [...above, line]
      above = []
      entries.set(key, last)
    } else if (isAside(line)) above.push(line)
    else if (last === undefined || !new RegExp(`^${indent}( |- |-$)`).test(line)) return undefined
    else last.push(...above.splice(0), line)
  }
  last?.push(...above)
  return last === undefined && lines.length > 0 ? undefined : entries
}

const mergeKeys = (sides: readonly ReadonlyMap<string, Lines>[]): readonly string[] => {
  const [keys = [], ...others] = sides.map((side) => [...side.keys()])
  for (const other of others)
    for (const [at, key] of other.entries())
      if (!keys.includes(key)) keys.splice(at === 0 ? 0 : keys.indexOf(other[at - 1] ?? '') + 1, 0, key)
  return keys
}

const mergeEntry = ({ before, mine, theirs }: ThreeSides): readonly MergePart[] => {
  const key = before.findIndex((line) => !isAside(line)) + 1
  const head = before.slice(0, key)
  const isCommon = [mine, theirs].every((side) => head.every((line, at) => side[at] === line))
  if (!isCommon || [before, mine, theirs].some(({ length }) => length <= key))
    return mergeLines({ before, mine, theirs })
  const inside = { before: before.slice(key), mine: mine.slice(key), theirs: theirs.slice(key) }
  return [{ kind: 'same', lines: head }, ...mergeStretch(inside)]
}

const mergeStretch = (stretch: ThreeSides): readonly MergePart[] => {
  const whole = settle(stretch)
  if (whole.kind !== 'conflict') return [whole]
  const [before, mine, theirs] = [
    parseEntries(stretch.before),
    parseEntries(stretch.mine),
    parseEntries(stretch.theirs),
  ]
  if (before === undefined || mine === undefined || theirs === undefined) return mergeLines(stretch)
  return mergeKeys([theirs, mine, before]).flatMap((key) => {
    const entry = { before: before.get(key) ?? [], mine: mine.get(key) ?? [], theirs: theirs.get(key) ?? [] }
    return Object.values(entry).some(({ length }) => length === 0) ? [settle(entry)] : mergeEntry(entry)
  })
}

/** A key changed by both sides is one conflict and never a duplicate. */
export const mergeYaml = (base: string, mine: string, theirs: string): readonly MergePart[] =>
  joined([
    ...mergeStretch({
      before: splitLines(orderLike(base, theirs)),
      mine: splitLines(orderLike(orderLike(mine, base), theirs)),
      theirs: splitLines(theirs),
    }),
    { kind: 'same', lines: [''] },
  ])

const splitLines = (text: string): Lines => text.replace(/\n$/, '').split('\n')
