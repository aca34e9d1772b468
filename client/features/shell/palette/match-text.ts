interface TextMatch {
  /** Higher is better. */
  readonly score: number
  /** Matched parts as `[start, end)`, in order, not overlapping. */
  readonly ranges: readonly (readonly [number, number])[]
}

type Range = readonly [number, number]

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1)) || /\p{Ll}\p{Lu}/u.test(text.slice(at - 1, at + 1))

const findWordStart = (text: string, lower: string, word: string): number => {
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) if (isWordStart(text, at)) return at
  return -1
}

const scores = { start: 100, wordStart: 80, inside: 60, letters: 20, wholeWord: 10 } as const

const matchLetters = (lower: string, word: string): TextMatch | null => {
  const ranges: [number, number][] = []
  let at = -1
  for (const letter of word) {
    at = lower.indexOf(letter, at + 1)
    if (at === -1) return null
    const last = ranges.at(-1)
    if (last?.[1] === at) last[1] = at + letter.length
    else ranges.push([at, at + letter.length])
  }
  // Letters scattered over a long name match almost any text.
  return ranges.length > Math.max(2, word.length / 2) ? null : { score: scores.letters - ranges.length, ranges }
}

const matchWord = (text: string, lower: string, word: string): TextMatch | null => {
  const start = findWordStart(text, lower, word)
  const at = start === -1 ? lower.indexOf(word) : start
  if (at === -1) return matchLetters(lower, word)
  const place = at === 0 ? scores.start : start === -1 ? scores.inside : scores.wordStart
  const isWhole = start !== -1 && !/[\p{L}\p{N}]/u.test(text.charAt(at + word.length))
  return { score: place + (isWhole ? scores.wholeWord : 0), ranges: [[at, at + word.length]] }
}

const mergeRanges = (ranges: readonly Range[]): readonly Range[] => {
  const merged: [number, number][] = []
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

const toLower = (text: string): string => {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

export const splitWords = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

const matchWords = (text: string, words: readonly string[]): TextMatch | null => {
  const lower = toLower(text)
  const ranges: Range[] = []
  let score = 0
  for (const word of words) {
    const match = matchWord(text, lower, word)
    if (match === null) return null
    score += match.score
    for (const range of match.ranges) ranges.push(range)
  }
  const isWhole = lower === words.join(' ')
  return { score: score / Math.max(1, words.length) + (isWhole ? 50 : -text.length / 100), ranges }
}

/** Every word of `query` must occur in `text`, in any order; a word also matches by its letters in order. */
export const matchText = (text: string, query: string): TextMatch | null => {
  const match = matchWords(text, splitWords(query))
  return match && { ...match, ranges: mergeRanges(match.ranges) }
}

interface Scored<Entry> {
  readonly entry: Entry
  readonly score: number
}

const scoreEntries = <Entry>(
  entries: readonly Entry[],
  query: string,
  toText: (entry: Entry) => string,
): readonly Scored<Entry>[] => {
  const words = splitWords(query)
  return entries.map((entry) => ({ entry, score: matchWords(toText(entry), words)?.score ?? -Infinity }))
}

const sortByScore = <Entry>(scored: readonly Scored<Entry>[]): readonly Entry[] =>
  scored.toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score)).map(({ entry }) => entry)

/** Best first; equal entries keep their order, and entries that do not match come last. */
export const rankByMatch = <Entry>(
  entries: readonly Entry[],
  query: string,
  toText: (entry: Entry) => string,
): readonly Entry[] => sortByScore(scoreEntries(entries, query, toText))

/** The `limit` best entries that match, best first; equal entries keep their order. */
export const findBestMatches = <Entry>(
  entries: readonly Entry[],
  query: string,
  toText: (entry: Entry) => string,
  limit: number,
): readonly Entry[] => {
  const scored = scoreEntries(entries, query, toText).filter(({ score }) => score > -Infinity)
  if (scored.length <= limit) return sortByScore(scored)
  const least =
    Float64Array.from(scored, ({ score }) => score)
      .sort()
      .at(-limit) ?? -Infinity
  return sortByScore(scored.filter(({ score }) => score >= least)).slice(0, limit)
}
