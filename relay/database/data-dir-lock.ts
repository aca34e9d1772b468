import { randomUUID } from 'node:crypto'
import { readFileSync, unlinkSync } from 'node:fs'
import { link, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import { isRunning, nameOwnProcess } from './named-process.ts'

const ownerSchema = z.object({
  id: z.string(),
  pid: z.number(),
  host: z.string(),
  started: z.string().nullable(),
  machine: z.string().nullable().default(null),
})
type Owner = z.infer<typeof ownerSchema>

interface DataDirLock {
  release(): void
}

const beatEveryMs = 5_000
const staleAfterMs = 30_000

/** Outside Linux machines have no name, and there are no containers: the host is enough. */
const isAlive = async (path: string, owner: Owner, own: Owner): Promise<boolean> =>
  owner.machine === own.machine && owner.host === own.host
    ? isRunning(owner)
    : Date.now() - (await stat(path)).mtimeMs < staleAfterMs

const read = async (path: string): Promise<Owner | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return ownerSchema.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${path} is not a relay lock file. Make sure that no other relay uses this data directory, then delete the file.`,
    )
  }
}

const inUseError = (path: string, owner: Owner): Error =>
  new Error(
    `The embedded database is in use by process ${owner.pid} on ${owner.host}: two owners would lose each other's rows. ` +
      `Stop that process, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL server. (Lock: ${path})`,
  )

const linked = (draft: string, path: string): Promise<boolean> =>
  link(draft, path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    },
  )

const acquire = async (path: string): Promise<Owner> => {
  const own: Owner = { id: randomUUID(), host: hostname(), ...nameOwnProcess() }
  const draft = `${path}.${own.id}`
  await writeFile(draft, JSON.stringify(own))
  try {
    // `link` fails when the name exists, and a partial file is never visible.
    while (!(await linked(draft, path))) {
      const owner = await read(path)
      if (owner === undefined) continue
      if (await isAlive(path, owner, own)) throw inUseError(path, owner)
      await discard(path, owner)
    }
    return own
  } finally {
    await unlink(draft)
  }
}

/** Only one process may discard a dead owner's file: a second one would delete the new owner's lock. */
const discard = async (path: string, dead: Owner): Promise<void> => {
  const permit = `${path}.takeover`
  await acquire(permit)
  try {
    if ((await read(path))?.id === dead.id) await unlink(path)
  } finally {
    await unlink(permit)
  }
}

export const lockDataDir = async (path: string): Promise<DataDirLock> => {
  const own = await acquire(path)
  const beat = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch(() => undefined)
  }, beatEveryMs)
  beat.unref()
  /** After a long suspend of this machine, another one may have taken the lock over. */
  const remove = (): void => {
    try {
      if (readFileSync(path, 'utf8') === JSON.stringify(own)) unlinkSync(path)
    } catch {}
  }
  process.once('exit', remove)
  return {
    release: () => {
      clearInterval(beat)
      process.off('exit', remove)
      remove()
    },
  }
}
