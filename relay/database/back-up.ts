import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toError } from '#shared/primitives/thrown-error.ts'

export interface BackupPlan {
  readonly everyMs: number
  readonly keep: number
  readonly onFailure: (error: Error) => void
}

const longestTimerMs = 2_000_000_000
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.tar\.gz$/
const nameAt = (ms: number): string => `${new Date(ms).toISOString().replaceAll(':', '-')}.tar.gz`
const parseTimeMs = (name: string): number =>
  Date.parse(name.replace('.tar.gz', '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => namePattern.test(name)).sort()

/**
 * Counts from the newest existing backup, so that a relay that restarts often is backed up too. A failed backup
 * deletes nothing.
 */
export const startBackups = async (
  dump: (path: string) => Promise<void>,
  folder: string,
  { everyMs, keep, onFailure }: BackupPlan,
): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const newest = (await backupsIn(folder)).at(-1)
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let stopped = false

  const backUp = async (): Promise<void> => {
    await dump(join(folder, nameAt(Date.now())))
    const surplus = (await backupsIn(folder)).slice(0, -keep)
    await Promise.all(surplus.map((name) => rm(join(folder, name))))
  }
  const runThenWait = async (): Promise<void> => {
    try {
      await backUp()
    } catch (error) {
      onFailure(toError(error))
    }
    if (!stopped) wait(everyMs)
  }
  const wait = (inMs: number): void => {
    // A timer cannot wait longer than about 24 days.
    const stepMs = Math.min(inMs, longestTimerMs)
    timer = setTimeout(() => {
      if (stepMs < inMs) return wait(inMs - stepMs)
      running = runThenWait()
      return undefined
    }, stepMs)
    timer.unref()
  }
  wait(newest === undefined ? everyMs : Math.max(0, parseTimeMs(newest) + everyMs - Date.now()))

  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
