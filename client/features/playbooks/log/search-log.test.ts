import { expect, test } from 'vitest'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import { nothingFound, matchIndexFrom, searchLog, type Found } from './search-log.ts'

const total = 12_000
const makeText = (no: number) => (no % 5_000 === 3 ? `answered \u001b[31m5\u001b[0m03 at ${no}` : `fine ${no}`)
const makeLine = (no: number): LogLine => [no, 1, no, makeText(no)]

const start = (heldFrom: number) => {
  const reads: number[] = []
  const lines = {
    lineAt: (no: number) => (no >= heldFrom ? makeLine(no) : null),
    read: async (from: number, count: number) => {
      reads.push(from)
      return { lines: Array.from({ length: count }, (_, i) => makeLine(from + i)), total }
    },
  }
  return { reads, lines }
}
const { signal } = new AbortController()

test('searches the whole log, ignoring colours, and reports progress', async () => {
  const { reads, lines } = start(total + 1)
  const reports: Found[] = []
  await searchLog(lines, 'Answered 503', nothingFound, { signal, total, onFound: (found) => reports.push(found) })
  expect(reads).toEqual([1, 5_001, 10_001])
  expect(reports).toEqual([
    { lines: [3], searchedTo: 5_000 },
    { lines: [3, 5_003], searchedTo: 10_000 },
    { lines: [3, 5_003, 10_003], searchedTo: 12_000 },
  ])
})

test('new lines are searched without a read when they are cached', async () => {
  const { reads, lines } = start(10_001)
  const reports: Found[] = []
  await searchLog(
    lines,
    'answered 503',
    { lines: [3], searchedTo: 10_000 },
    { signal, total, onFound: (found) => reports.push(found) },
  )
  expect([reads, reports]).toEqual([[], [{ lines: [3, 10_003], searchedTo: 12_000 }]])
})

test('an aborted search reports nothing more', async () => {
  const { lines } = start(total + 1)
  const ending = new AbortController()
  const reports: Found[] = []
  const search = searchLog(lines, '503', nothingFound, {
    signal: ending.signal,
    total,
    onFound: (found) => {
      reports.push(found)
      ending.abort()
    },
  })
  await expect(search).rejects.toThrow('aborted')
  expect(reports).toHaveLength(1)
})

test('the next match is at or after a line, and wraps around to the first', () => {
  expect([
    matchIndexFrom([3, 7, 9], 1),
    matchIndexFrom([3, 7, 9], 7),
    matchIndexFrom([3, 7, 9], 8),
    matchIndexFrom([3, 7, 9], 10),
  ]).toEqual([0, 1, 2, 0])
})
