import { statfs } from 'node:fs/promises'

type DiskLevel = 'enough' | 'low' | 'full'

export interface DiskState {
  readonly level: DiskLevel
  readonly sinceMs: number
  readonly freeBytes: number
}

export interface DiskWatch {
  readonly state: () => DiskState
  readonly onChange: (listener: (state: DiskState) => void) => () => void
  readonly stop: () => void
}

interface DiskWatchOptions {
  readonly warnBytes: number
  readonly everyMs?: number
}

/** Below this, the database cannot write its next log segment. */
const fullBytes = 4 * 2 ** 20

const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const isDiskFull = async (folder: string): Promise<boolean> =>
  readFreeBytes(folder).then(
    (freeBytes) => freeBytes < fullBytes,
    () => false,
  )

export const watchDisk = async (
  folder: string,
  { warnBytes, everyMs = 5_000 }: DiskWatchOptions,
): Promise<DiskWatch> => {
  const listeners = new Set<(state: DiskState) => void>()
  let state: DiskState = { level: 'enough', sinceMs: Date.now(), freeBytes: Number.POSITIVE_INFINITY }
  const look = async (): Promise<void> => {
    const freeBytes = await readFreeBytes(folder)
    const level = freeBytes < fullBytes ? 'full' : freeBytes < warnBytes ? 'low' : 'enough'
    const isNews = level !== state.level
    state = { level, freeBytes, sinceMs: isNews ? Date.now() : state.sinceMs }
    if (isNews) for (const listener of listeners) listener(state)
  }
  await look()
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  timer.unref()
  return {
    state: () => state,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => clearInterval(timer),
  }
}
