import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchDisk } from './disk-space.ts'

test('a disk with less free space than the warning level is low', async () => {
  const roomy = await watchDisk(tmpdir(), { everyMs: 1, warnBytes: 0 })
  expect(roomy.state().freeBytes).toBeGreaterThan(0)
  const low = await watchDisk(tmpdir(), { everyMs: 1, warnBytes: Number.MAX_SAFE_INTEGER })
  const { sinceMs } = low.state()
  await expect.poll(() => low.state().freeBytes).toBeGreaterThan(0)
  expect(low.state()).toMatchObject({ level: 'low', sinceMs })
  roomy.stop()
  low.stop()
})
