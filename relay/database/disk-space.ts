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
  readonly stop: () => void
}

interface DiskWatchOptions {
  /** With less than this it is low. */
  readonly warnBytes: number
  readonly everyMs?: number
  /** Told of every change of the level. */
  readonly onChange: (state: DiskState) => void
}

/** The next log segment of the database, and something beside it, has no place any more. */
const fullBytes = 4 * 2 ** 20

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether the disk on which `folder` is has no room at this moment. False where that cannot be found out. */
export const isDiskFull = async (folder: string): Promise<boolean> =>
  freeBytesOf(folder).then(
    (freeBytes) => freeBytes < fullBytes,
    () => false,
  )

/** Watches how much room the disk has on which `folder` is. A look that fails changes nothing. */
export const watchDisk = async (
  folder: string,
  { warnBytes, everyMs = 5_000, onChange }: DiskWatchOptions,
): Promise<DiskWatch> => {
  let state: DiskState = { level: 'enough', sinceMs: Date.now(), freeBytes: Number.POSITIVE_INFINITY }
  const look = async (): Promise<void> => {
    const freeBytes = await freeBytesOf(folder)
    const level = freeBytes < fullBytes ? 'full' : freeBytes < warnBytes ? 'low' : 'enough'
    const isNews = level !== state.level
    state = { level, freeBytes, sinceMs: isNews ? Date.now() : state.sinceMs }
    if (isNews) onChange(state)
  }
  await look()
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  timer.unref()
  return { state: () => state, stop: () => clearInterval(timer) }
}
