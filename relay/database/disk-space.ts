import { statfs } from 'node:fs/promises'

type DiskLevel = 'enough' | 'low' | 'full'

export interface DiskState {
  readonly level: DiskLevel
  /** Since when it is at this level. */
  readonly sinceMs: number
  readonly freeBytes: number
}

export interface DiskWatch {
  readonly state: () => DiskState
  /** Calls `listener` whenever the level changes, until the returned function is called. */
  readonly onChange: (listener: (state: DiskState) => void) => () => void
  readonly stop: () => void
}

interface DiskWatchOptions {
  /** With less than this it is low. */
  readonly warnBytes: number
  readonly everyMs?: number
}

/** The next log segment of the database, and something beside it, has no place any more. */
const fullBytes = 4 * 2 ** 20

const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether the disk on which `folder` is has no room at this moment. False where that cannot be found out. */
export const isDiskFull = async (folder: string): Promise<boolean> =>
  readFreeBytes(folder).then(
    (freeBytes) => freeBytes < fullBytes,
    () => false,
  )

/** Watches how much room the disk has on which `folder` is. A look that fails changes nothing. */
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
