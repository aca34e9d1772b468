import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchDisk, type DiskState } from './disk-space.ts'

test('a disk with less room than asked for is low, and says so once', async () => {
  const told: DiskState[] = []
  const options = { everyMs: 1, onChange: (state: DiskState) => told.push(state) }
  const roomy = await watchDisk(tmpdir(), { ...options, warnBytes: 0 })
  expect(roomy.state().freeBytes).toBeGreaterThan(0)
  const low = await watchDisk(tmpdir(), { ...options, warnBytes: Number.MAX_SAFE_INTEGER })
  const { sinceMs } = low.state()
  await expect.poll(() => low.state().freeBytes).toBeGreaterThan(0)
  expect(low.state()).toMatchObject({ level: 'low', sinceMs })
  expect(told.map(({ level }) => level)).toEqual(['low'])
  roomy.stop()
  low.stop()
})
