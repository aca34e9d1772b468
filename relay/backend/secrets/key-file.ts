import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const keyBytes = 32
const ownerOnly = 0o600

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * The installation's secret key, made at the first start. The file is for its owner alone: wider rights are taken back, and
 * two relays that start at once agree on one key. Throws a sentence when the file is no key.
 */
export const readKeyFile = async (path: string): Promise<Uint8Array> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await stat(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await writeFile(draft, randomBytes(keyBytes).toString('base64'), { mode: ownerOnly, flag: 'wx' })
    await link(draft, path).catch((problem: unknown) => {
      if (codeOf(problem) !== 'EEXIST') throw problem
    })
    await rm(draft)
  }
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, ownerOnly)
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (key.length !== keyBytes) {
    throw new Error(
      `${path} does not hold a key. Put the file back from where it was saved; without it, what was encrypted with it cannot be read.`,
    )
  }
  return key
}
