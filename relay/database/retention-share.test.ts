import { expect, test } from 'vitest'
import type { DiskState } from './disk-space.ts'
import { retentionByDisk } from './retention-share.ts'

const diskAt = (level: DiskState['level']) => {
  let state: DiskState = { level, sinceMs: 0, freeBytes: 0 }
  const listeners = new Set<(state: DiskState) => void>()
  return {
    state: () => state,
    onChange: (listener: (state: DiskState) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    become: (next: DiskState['level']) => {
      state = { ...state, level: next }
      for (const listener of listeners) listener(state)
    },
  }
}

test('retains a quarter while space is low, and everything once there is enough', () => {
  const disk = diskAt('enough')
  const share = retentionByDisk(disk)
  const reported: number[] = []
  const unfollow = share.onTight(() => reported.push(share.current()))
  expect({ current: share.current(), reported }).toEqual({ current: 1, reported: [] })
  disk.become('low')
  expect({ current: share.current(), reported }).toEqual({ current: 0.25, reported: [0.25] })
  disk.become('full')
  disk.become('enough')
  expect({ current: share.current(), reported }).toEqual({ current: 1, reported: [0.25, 0.25] })
  unfollow()
  disk.become('low')
  expect(reported).toEqual([0.25, 0.25])
})

test('notifies a new listener at once while space is low', () => {
  const reported: string[] = []
  retentionByDisk(diskAt('low')).onTight(() => reported.push('tight'))
  expect(reported).toEqual(['tight'])
})
