import { expect, test, vi } from 'vitest'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import { createLogLines, pageLines } from './log-lines.ts'

const makeLine = (no: number): LogLine => [no, 1, no, `line ${no}`]
const makeLines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => makeLine(from + i))

const start = (total: number, mostPages?: number) => {
  const reads: number[] = []
  const log = { total, fails: false }
  const lines = createLogLines({
    ...(mostPages !== undefined && { mostPages }),
    read: async (from, count) => {
      reads.push(from)
      if (log.fails) throw new Error('the disk is full')
      return { lines: makeLines(from, Math.min(log.total, from + count - 1)), total: log.total }
    },
  })
  const heldAt = (no: number) => vi.waitFor(() => expect(lines.lineAt(no)?.[3]).toBe(`line ${no}`))
  return { reads, log, lines, heldAt }
}

test('lines that are not cached are read in whole pages, each once', async () => {
  const { reads, lines, heldAt } = start(100_000)
  lines.absorb(makeLines(99_990, 100_000), 100_000)
  lines.look(99_991, 100_000)
  expect(reads).toEqual([])
  lines.look(480, 520)
  lines.look(481, 521)
  await heldAt(480)
  await heldAt(520)
  expect(reads).toEqual([1, 501])
  lines.look(1, 1_000)
  expect(reads).toEqual([1, 501])
})

test('pushed lines need no read, and gaps between them are read', async () => {
  const { reads, log, lines, heldAt } = start(0)
  lines.look(1, 40)
  log.total = 10
  lines.absorb(makeLines(1, 10), 10)
  log.total = 30
  lines.absorb(makeLines(21, 30), 30)
  await heldAt(15)
  expect(reads).toEqual([1])
  expect(lines.get().total).toBe(30)
})

test('only a limited number of pages is cached, never fewer than the visible ones', async () => {
  const { lines, heldAt } = start(1_000_000, 3)
  lines.absorb([], 1_000_000)
  for (let page = 0; page < 10; page++) {
    lines.look(page * pageLines + 1, page * pageLines + 50)
    await heldAt(page * pageLines + 1)
  }
  const cached = Array.from({ length: 10 }, (_, page) => lines.lineAt(page * pageLines + 1) !== null)
  expect(cached.flatMap((isCached, page) => (isCached ? [page] : []))).toEqual([7, 8, 9])
  lines.look(1, 5 * pageLines)
  for (let page = 0; page < 5; page++) await heldAt(page * pageLines + 1)
})

test('a failed read sets the error and is not repeated until a retry', async () => {
  const { reads, log, lines, heldAt } = start(10)
  log.fails = true
  lines.absorb([], 10)
  lines.look(1, 10)
  await vi.waitFor(() => expect(lines.get().error).toEqual(new Error('the disk is full')))
  lines.look(1, 9)
  expect(reads).toEqual([1])
  log.fails = false
  lines.retry()
  await heldAt(1)
  expect([reads, lines.get().error]).toEqual([[1, 1], null])
})

const open = (no: number, text: string): LogLine => [no, 1, no, text, 1]

test('open lines follow the stored ones, change in place and are replaced when they end', () => {
  const { reads, lines } = start(0)
  lines.absorb(makeLines(1, 2), 2, [open(3, '10 %')])
  expect([lines.get().total, lines.get().openCount, lines.lineAt(3)?.[3]]).toEqual([3, 1, '10 %'])
  lines.absorb([], 2, [open(3, '20 %')])
  expect([lines.get().total, lines.lineAt(3)?.[3]]).toEqual([3, '20 %'])
  lines.look(1, 3)
  expect(reads).toEqual([])
  lines.absorb(makeLines(3, 3), 3)
  expect([lines.get().total, lines.get().openCount, lines.lineAt(3)?.[3]]).toEqual([3, 0, 'line 3'])
})
