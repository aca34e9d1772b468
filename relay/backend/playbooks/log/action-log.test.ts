import { afterEach, expect, test, vi } from 'vitest'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { ActionLog } from './action-log.ts'
import type { ChunkRow } from './chunk-writer.ts'

const createLog = (write: (row: ChunkRow) => Promise<void>, bytesMax = 1e9) => {
  const rooms: number[] = []
  const mask = new Mask()
  mask.hide('hunter2')
  const open: (readonly LogLine[])[] = []
  const writer = { write, showOpenLines: (_actionId: string, lines: readonly LogLine[]) => void open.push(lines) }
  const log = new ActionLog({ actionId: 'a', writer, mask, bytesMax, onRoom: () => rooms.push(1) })
  return { log, rooms, open }
}

test('numbers lines across both streams, masks them and marks their stream', async () => {
  const rows: ChunkRow[] = []
  const { log } = createLog(async (row) => void rows.push(row))
  log.write(1, Buffer.from('a hunter2\nb'))
  log.write(2, Buffer.from('\u001B[31mc\n'))
  expect(await log.end()).toBeNull()
  const lines = rows.flatMap(({ body }) => JSON.parse(body) as unknown[][])
  expect(lines.map(([no, stream, , text, open]) => [no, stream, text, open])).toEqual([
    [1, 1, 'a ***', undefined],
    [2, 2, '\u001B[31mc', undefined],
    [3, 1, 'b', 1],
  ])
  expect([log.tail(1), log.tail(2)]).toEqual(['a ***\nb', '\u001B[31mc\n'])
})

afterEach(() => void vi.useRealTimers())

test('shows lines that have not ended, masked and numbered after the stored ones, until they end', async () => {
  vi.useFakeTimers()
  const { log, open } = createLog(async () => undefined)
  const shown = () => open.at(-1)?.map(([no, stream, , text]) => [no, stream, text])
  log.write(1, Buffer.from('one\n 10 %\r 20 % hunter2'))
  log.write(2, Buffer.from('waiting hun'))
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual([
    [2, 1, ' 10 %\r 20 % ***'],
    [3, 2, 'waiting '],
  ])
  vi.advanceTimersByTime(1_000)
  expect(open).toHaveLength(1)
  log.write(1, Buffer.from('\n'))
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual([[3, 2, 'waiting ']])
  await log.end()
  expect(shown()).toEqual([])
})

test('each chunk describes the output up to its end', async () => {
  const rows: ChunkRow[] = []
  const { log } = createLog(async (row) => void rows.push(row))
  const large = Buffer.from(`${'x'.repeat(40_000)}\n`)
  log.write(1, Buffer.from('\u001B[31mred\n'))
  log.write(1, large)
  log.write(1, Buffer.from([0xff, 0x0a]))
  log.write(1, large)
  log.write(1, Buffer.from('plain\n'))
  expect(await log.end()).toBeNull()
  expect(rows.map(({ firstLine, hasAnsi, replacedLines }) => [firstLine, hasAnsi, replacedLines])).toEqual([
    [1, true, 1],
    [5, true, 1],
  ])
})

test('is full while chunks wait to be written, and reports when there is room', async () => {
  const waiting: (() => void)[] = []
  let resolvesAtOnce = false
  const write = () =>
    resolvesAtOnce ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(() => resolve()))
  const { log, rooms } = createLog(write)
  while (!log.full) log.write(1, Buffer.from(`${'x'.repeat(1_000)}\n`.repeat(70)))
  expect(rooms).toEqual([])
  resolvesAtOnce = true
  for (const resolve of waiting) resolve()
  expect(await log.end()).toBeNull()
  expect(log.full).toBe(false)
  expect(rooms).toEqual([1])
})

test('reports lost output with the last stored line', async () => {
  const { log } = createLog(() => Promise.reject(new Error('could not extend file: No space left on device')))
  log.write(1, Buffer.from('one\n'))
  expect(await log.end()).toBe(
    'Its output was not stored: could not extend file: No space left on device. The command itself was not affected.',
  )
})

test('stores an endless output up to a limit and reports it', async () => {
  const { log } = createLog(() => Promise.resolve(), 1024 * 1024)
  for (let at = 0; at < 1100; at += 1) log.write(1, Buffer.from(`${'x'.repeat(1_023)}\n`))
  expect(await log.end()).toBe(
    'Its output was stored up to line 1024: the limit is 1 MB per step. The command itself was not affected.',
  )
})
