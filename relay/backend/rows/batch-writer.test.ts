import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BatchWriter, type BatchWriterOptions } from './batch-writer.ts'

const setUp = (over: Partial<BatchWriterOptions<number>> = {}) => {
  const written: number[][] = []
  const lines: string[] = []
  const writer = new BatchWriter<number>({
    name: 'numbers',
    write: async (rows) => {
      written.push([...rows])
    },
    log: pino({}, { write: (line) => lines.push(`${JSON.parse(line).batch}: ${JSON.parse(line).msg}`) }),
    everyMs: 1,
    retryMs: 1,
    ...over,
  })
  return { writer, written, lines }
}

test('writes rows that arrive during a write in one batch, in order, one batch at a time', async () => {
  const open: (() => void)[] = []
  const batches: number[][] = []
  const { writer } = setUp({
    write: async (rows) => {
      batches.push([...rows])
      if (batches.length === 1) await new Promise<void>((resolve) => open.push(resolve))
    },
  })
  writer.add(1)
  const flushed = writer.flush()
  writer.add(2)
  writer.add(3)
  open[0]?.()
  await flushed
  expect(batches).toEqual([[1], [2, 3]])
})

test('retains rows while the database is unreachable, logs it once and reports full', async () => {
  let down = true
  let room = 0
  const written: number[] = []
  const { writer, lines } = setUp({
    fullAt: 3,
    onRoom: () => (room += 1),
    write: async (rows) => {
      if (down) throw new Error('connection lost')
      written.push(...rows)
    },
  })
  for (const row of [1, 2, 3]) writer.add(row)
  await expect(writer.flush()).rejects.toThrow('Failed to write numbers.')
  await expect(writer.flush()).rejects.toThrow('Failed to write numbers.')
  expect(writer.full).toBe(true)
  down = false
  expect(await writer.stop(1_000)).toBe(0)
  expect({ written, full: writer.full, room }).toEqual({ written: [1, 2, 3], full: false, room: 1 })
  expect(lines).toEqual(['numbers: batch write failed, retrying', 'numbers: batch writes recovered'])
})

test('skips the one row that the database rejects', async () => {
  const written: number[] = []
  const { writer, lines } = setUp({
    write: async (rows) => {
      if (rows.includes(3)) throw Object.assign(new Error('bad value'), { code: '22P05' })
      written.push(...rows)
    },
  })
  for (const row of [1, 2, 3, 4, 5]) writer.add(row)
  await writer.flush()
  expect(written).toEqual([1, 2, 4, 5])
  expect(lines).toEqual(['numbers: row rejected by the database, skipped'])
})

test('reports how many rows are lost when the database stays unreachable', async () => {
  const { writer } = setUp({
    write: async () => {
      throw new Error('connection lost')
    },
  })
  writer.add(1)
  expect(await writer.stop(0)).toBe(1)
})

test('writes an urgent row at once with the waiting ones, and writes later rows right after that batch', async () => {
  const open: (() => void)[] = []
  const batches: { rows: number[]; isUrgent: boolean }[] = []
  const { writer } = setUp({
    everyMs: 1_000_000,
    write: (rows, isUrgent) => {
      batches.push({ rows: [...rows], isUrgent })
      return new Promise((resolve) => open.push(resolve))
    },
  })
  writer.add(1)
  writer.add(2, true)
  writer.add(3, true)
  await expect.poll(() => batches).toEqual([{ rows: [1, 2, 3], isUrgent: true }])
  for (let row = 4; row <= 500; row += 1) writer.add(row, true)
  open[0]?.()
  await expect.poll(() => batches.length).toBe(2)
  writer.add(501)
  open[1]?.()
  expect(batches[1]).toMatchObject({ isUrgent: true, rows: { length: 497 } })
  const flushed = writer.flush()
  await expect.poll(() => batches.length).toBe(3)
  open[2]?.()
  await flushed
  expect(batches[2]).toEqual({ rows: [501], isUrgent: false })
})

test('treats nothing as urgent while the database is unreachable', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let tries = 0
  const { writer } = setUp({
    retryMs: 1_000,
    write: async () => {
      tries += 1
      throw new Error('connection lost')
    },
  })
  writer.add(1, true)
  await vi.advanceTimersByTimeAsync(0)
  expect(tries).toBe(1)
  for (let row = 2; row < 100; row += 1) {
    writer.add(row, true)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(tries).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(tries).toBe(2)
  await expect(writer.stop(0)).resolves.toBe(99)
})
