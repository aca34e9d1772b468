export type Lines = readonly number[]

const linesMax = 200

const tidy = (lines: Iterable<number>): Lines => [...new Set(lines)].toSorted((a, b) => a - b).slice(0, linesMax)

const span = (from: number, to: number): number[] => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  return Array.from({ length: Math.min(last - first + 1, linesMax) }, (_, index) => first + index)
}

export const readLines = (text: string): Lines =>
  tidy(
    text.split(',').flatMap((part) => {
      const [, from, to] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part.trim()) ?? []
      return from === undefined || Number(from) === 0 ? [] : span(Number(from), Number(to ?? from))
    }),
  )

export const writeLines = (lines: Lines): string =>
  lines
    .filter((line, index) => index === 0 || lines[index - 1] !== line - 1)
    .map((from) => {
      let to = from
      while (lines.includes(to + 1)) to += 1
      return from === to ? String(from) : `${from}-${to}`
    })
    .join(',')

export const selectLines = (
  selected: Lines,
  { from, to, how }: { readonly from: number; readonly to: number; readonly how: 'alone' | 'extend' | 'toggle' },
): Lines => {
  const chosen = span(from, to)
  const isThere = chosen.every((line) => selected.includes(line))
  if (how === 'toggle')
    return tidy(isThere ? selected.filter((line) => !chosen.includes(line)) : [...selected, ...chosen])
  if (how === 'extend') {
    const anchor = selected.at(from < (selected.at(0) ?? from) ? -1 : 0) ?? from
    return tidy(span(anchor, from < anchor ? from : to))
  }
  return isThere && selected.length === chosen.length ? [] : tidy(chosen)
}
