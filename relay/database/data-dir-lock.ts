import { randomUUID } from 'node:crypto'
import { readFileSync, unlinkSync } from 'node:fs'
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'

const ownerSchema = z.object({
  id: z.string(),
  pid: z.number(),
  host: z.string(),
  /** When the process started, in the kernel's ticks since boot; tells a process from a later one with its number. */
  started: z.string().nullable(),
})
type Owner = z.infer<typeof ownerSchema>

export interface DataDirLock {
  release(): Promise<void>
}

const beatEveryMs = 5_000
const silentAfterMs = 30_000

const startOf = (pid: number | 'self'): string | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

const isRunning = ({ pid, started }: Owner): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  return started === null || startOf(pid) === started
}

/** On another machine or in another container only the beat of the file's time tells whether the owner lives. */
const isAlive = async (path: string, owner: Owner): Promise<boolean> =>
  owner.host === hostname() ? isRunning(owner) : Date.now() - (await stat(path)).mtimeMs < silentAfterMs

const read = async (path: string): Promise<Owner | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return ownerSchema.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${path} is not a lock file of ours. Make sure that no other relay uses this data directory, then delete the file.`,
    )
  }
}

const refusal = (path: string, owner: Owner): Error =>
  new Error(
    `The embedded database is in use by process ${owner.pid} on ${owner.host}: two owners would lose each other's rows. ` +
      `Stop that process, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL server. (Lock: ${path})`,
  )

/**
 * Takes the lock file `path` for this process or rejects with who holds it. A lock whose owner is dead is taken over.
 * While held, its time is renewed every 5 s; it is removed by `release` and when the process exits.
 */
export const lockDataDir = async (path: string): Promise<DataDirLock> => {
  const own: Owner = { id: randomUUID(), pid: process.pid, host: hostname(), started: startOf('self') }
  const draft = `${path}.${own.id}`
  await writeFile(draft, JSON.stringify(own))
  try {
    // `link` fails when the name is taken, and the file is never seen half written.
    for (let tries = 0; !(await linked(draft, path)); tries += 1) {
      const owner = await read(path)
      if (owner === undefined) continue
      if (tries > 5 || (await isAlive(path, owner))) throw refusal(path, owner)
      await discard(path, owner)
    }
  } finally {
    await unlink(draft)
  }

  const beat = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch(() => undefined)
  }, beatEveryMs)
  beat.unref()
  const onExit = (): void => {
    try {
      unlinkSync(path)
    } catch {
      // Already gone: nothing is left to release.
    }
  }
  process.once('exit', onExit)
  return {
    release: async () => {
      clearInterval(beat)
      process.off('exit', onExit)
      await unlink(path).catch(() => undefined)
    },
  }
}

const linked = (draft: string, path: string): Promise<boolean> =>
  link(draft, path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    },
  )

/** Takes a dead owner's lock away; when another process was faster and it is its lock by now, puts it back. */
const discard = async (path: string, dead: Owner): Promise<void> => {
  const aside = `${path}.${randomUUID()}`
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await read(aside))?.id !== dead.id) await linked(aside, path)
  await unlink(aside)
}
