import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'
import { nameOwnProcess } from './named-process.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-lock-'))
  path = join(folder, 'database.lock')
  return () => rm(folder, { recursive: true })
})

const deadProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}
const canBeTaken = async (): Promise<boolean> => {
  const lock = await lockDataDir(path)
  lock.release()
  return true
}
const leave = (owner: Record<string, unknown>): Promise<void> =>
  writeFile(path, JSON.stringify({ id: 'left', host: hostname(), ...nameOwnProcess(), started: null, ...owner }))

describe('the lock of a data directory', () => {
  test('rejects a second owner with a way out, and is free again after release', async () => {
    const lock = await lockDataDir(path)
    await expect(lockDataDir(path)).rejects.toThrow(
      `The embedded database is in use by process ${process.pid} on ${hostname()}: two owners would lose each other's rows. ` +
        `Stop that process, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL server. (Lock: ${path})`,
    )
    lock.release()
    expect(await readdir(folder)).toEqual([])
    expect(await canBeTaken()).toBe(true)
  })

  test('is taken over from a dead process', async () => {
    await leave({ pid: await deadProcess() })
    expect(await canBeTaken()).toBe(true)
  })

  test('is taken over from a dead process whose id was reused', async () => {
    await leave({ started: '1' })
    expect(await canBeTaken()).toBe(true)
  })

  test('is taken over by only one of many', async () => {
    await leave({ pid: await deadProcess() })
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(path)))
    const locks = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(locks).toHaveLength(1)
    expect(await readdir(folder)).toEqual(['database.lock'])
    for (const lock of locks) lock.release()
  })

  test('counts on another machine as long as it is renewed', async () => {
    await leave({ pid: 1, host: 'elsewhere' })
    await expect(lockDataDir(path)).rejects.toThrow('in use by process 1 on elsewhere')
    const aMinuteAgo = new Date(Date.now() - 60_000)
    await utimes(path, aMinuteAgo, aMinuteAgo)
    expect(await canBeTaken()).toBe(true)
  })

  test('counts in another container of the same host name as long as it is renewed', async () => {
    await leave({ pid: await deadProcess(), machine: 'another container' })
    await expect(lockDataDir(path)).rejects.toThrow('in use by process')
    const aMinuteAgo = new Date(Date.now() - 60_000)
    await utimes(path, aMinuteAgo, aMinuteAgo)
    expect(await canBeTaken()).toBe(true)
  })

  test('is not removed by an owner that lost it', async () => {
    const lock = await lockDataDir(path)
    await leave({ host: 'elsewhere' })
    lock.release()
    expect(await readdir(folder)).toEqual(['database.lock'])
  })

  test('leaves a foreign file alone', async () => {
    await writeFile(path, 'mine')
    await expect(lockDataDir(path)).rejects.toThrow(
      'is not a relay lock file. Make sure that no other relay uses this data directory, then delete the file.',
    )
    expect(await readFile(path, 'utf8')).toBe('mine')
  })
})
