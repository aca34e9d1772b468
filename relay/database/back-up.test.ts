import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBackups } from './back-up.ts'

let folder: string
let stop: (() => Promise<void>) | undefined
const onFailure = vi.fn<(error: Error) => void>()
const hour = 3_600_000

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-backups-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2025-03-24T08:00:00Z') })
})
afterEach(async () => {
  await stop?.()
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

const start = async (dump = (path: string): Promise<void> => writeFile(path, 'packed')): Promise<void> => {
  stop = await startBackups(dump, folder, { everyMs: hour, keep: 2, onFailure })
}
const anHourLater = async (): Promise<string[]> => {
  await vi.advanceTimersByTimeAsync(hour)
  await stop?.()
  const names = (await readdir(folder)).sort()
  await start()
  return names
}

test('writes a backup per interval, named by its time, and keeps the newest', async () => {
  await start()
  expect(await anHourLater()).toEqual(['2025-03-24T09-00-00.000Z.tar.gz'])
  await anHourLater()
  expect(await anHourLater()).toEqual(['2025-03-24T10-00-00.000Z.tar.gz', '2025-03-24T11-00-00.000Z.tar.gz'])
  expect(onFailure).not.toHaveBeenCalled()
})

test('counts from the newest existing backup and leaves other files alone', async () => {
  await writeFile(join(folder, '2025-03-24T07-30-00.000Z.tar.gz'), 'packed')
  await writeFile(join(folder, 'by-hand.tar.gz'), 'packed')
  await start()
  expect(await anHourLater()).toEqual([
    '2025-03-24T07-30-00.000Z.tar.gz',
    '2025-03-24T08-30-00.000Z.tar.gz',
    'by-hand.tar.gz',
  ])
})

test('reports a failure, deletes nothing and retries', async () => {
  const dump = vi.fn<(path: string) => Promise<void>>().mockRejectedValue(new Error('disk full'))
  for (const time of ['05', '06', '07']) await writeFile(join(folder, `2025-03-24T${time}-30-00.000Z.tar.gz`), 'packed')
  await start(dump)
  await vi.advanceTimersByTimeAsync(hour)
  await vi.advanceTimersByTimeAsync(hour)
  expect(dump).toHaveBeenCalledTimes(2)
  expect(onFailure.mock.calls).toEqual([[new Error('disk full')], [new Error('disk full')]])
  expect(await readdir(folder)).toHaveLength(3)
})

test('never writes two backups at once', async () => {
  const marks = new EventEmitter()
  const dump = vi.fn<(path: string) => Promise<void>>().mockImplementation(async () => {
    await once(marks, 'written')
  })
  await start(dump)
  await vi.advanceTimersByTimeAsync(5 * hour)
  expect(dump).toHaveBeenCalledTimes(1)
  const stopping = stop?.()
  marks.emit('written')
  await stopping
  await vi.advanceTimersByTimeAsync(5 * hour)
  expect(dump).toHaveBeenCalledTimes(1)
})
