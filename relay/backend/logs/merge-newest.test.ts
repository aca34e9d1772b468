import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogStream } from './log-source.ts'
import { charactersMax, countCharacters, newestLines, mergeNewest } from './merge-newest.ts'

const line = (atMs: number, message = '', labels: LogLine['labels'] = {}): LogLine => ({
  timestamp: new Date(atMs).toISOString(),
  message,
  labels,
})
const times = (lines: readonly LogLine[]) => lines.map(({ timestamp }) => Date.parse(timestamp))

test('keeps the order of sources for lines of the same time', () => {
  const [a, b, c] = [line(1, 'a'), line(1, 'b'), line(2, 'c')]
  expect(mergeNewest([[a], [c, b]], 10)).toEqual([c, a, b])
})

test('sorts a line without a time as the oldest', () => {
  const unknown = { ...line(0, 'unknown'), timestamp: '' }
  expect(mergeNewest([[unknown], [line(5)]], 10)).toEqual([line(5), unknown])
})

test('is empty without sources or lines', () => {
  expect(mergeNewest([], 10)).toEqual([])
  expect(mergeNewest([[], []], 10)).toEqual([])
  expect(mergeNewest([[line(1)]], 0)).toEqual([])
})

test('ends with the line that reaches the size limit', () => {
  const half = 'x'.repeat(charactersMax / 2)
  const lines = [line(3, half), line(2, half), line(1)]
  expect(times(mergeNewest([lines], 10))).toEqual([3, 2])
  expect(times(mergeNewest([[line(3, half.slice(1)), ...lines.slice(1)]], 10))).toEqual([3, 2, 1])
})

test('counts message, label names and label values as the size of a line', () => {
  expect(countCharacters(line(0, 'abc', { pod: 'front', a: '' }))).toBe(3 + 3 + 5 + 1)
})

test('merges sorted by time, regardless of the order of sources', () => {
  const source = fc.array(fc.nat(1_000)).map((all) => [...new Set(all)].toSorted((a, b) => b - a))
  fc.assert(
    fc.property(fc.array(source), fc.nat(20), (sources, limit) => {
      const results = sources.map((each) => each.map((atMs) => line(atMs)))
      const expected = sources
        .flat()
        .toSorted((a, b) => b - a)
        .slice(0, limit)
      expect(times(mergeNewest(results, limit))).toEqual(expected)
      expect(times(mergeNewest(results.toReversed(), limit))).toEqual(expected)
    }),
  )
})

const pod = (name: string, ...all: readonly number[]) => all.map((atMs) => line(atMs, '', { pod: name }))
const filter = { labels: {}, text: '', include: {}, exclude: {}, fromMs: 0, toMs: 100, limit: 3 }
async function* batches(...all: readonly (readonly LogLine[])[]): LogStream {
  yield* all
}
async function* makeStreams(...all: readonly LogStream[]): AsyncIterable<LogStream> {
  yield* all
}

test('returns the newest lines of several logs that match the fields', async () => {
  const streams = makeStreams(batches(pod('a', 9, 5), pod('b', 8), pod('a', 1)), batches([], pod('a', 7, 6)))
  expect(times(await newestLines(streams, { ...filter, include: { pod: ['a'] } }))).toEqual([9, 7, 6])
})

test('reads a log no further than the limit', async () => {
  let read = 0
  async function* counted(): LogStream {
    for (read = 1; ; read += 1) yield [line(100 - read)]
  }
  await newestLines(makeStreams(counted()), filter)
  expect(read).toBe(3)
})
