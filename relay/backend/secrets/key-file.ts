import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const keyBytes = 32
const ownerOnly = 0o600

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

export type Keys = readonly [Uint8Array, ...Uint8Array[]]

/**
 * Created on the first start. Wider file permissions are revoked, and relays that start at once agree on one key.
 * Throws for an invalid file.
 */
export const readKeyFile = async (path: string): Promise<Uint8Array> => {
  const keys = await readKeysFile(path)
  if (keys.length > 1) throw new Error(noKey(path))
  return keys[0]
}

export const readKeysFile = async (path: string): Promise<Keys> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = draftPath(path)
  try {
    await stat(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    await writeFile(draft, randomBytes(keyBytes).toString('base64'), { mode: ownerOnly, flag: 'wx' })
    await link(draft, path).catch((linkError: unknown) => {
      if (errorCode(linkError) !== 'EEXIST') throw linkError
    })
    await rm(draft)
  }
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, ownerOnly)
  const [newest, ...older] = (await readFile(path, 'utf8'))
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'))
  if (newest === undefined || [newest, ...older].some(({ length }) => length !== keyBytes)) throw new Error(noKey(path))
  return [newest, ...older]
}

/** Atomic, and on disk before this resolves. */
export const addKey = async (path: string): Promise<Keys> => {
  const keys: Keys = [randomBytes(keyBytes), ...(await readKeysFile(path))]
  const draft = draftPath(path)
  await writeFile(draft, keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join(''), {
    mode: ownerOnly,
    flag: 'wx',
    flush: true,
  })
  await rename(draft, path)
  return keys
}

const draftPath = (path: string) => `${path}.${randomBytes(6).toString('hex')}`

const noKey = (path: string) =>
  `${path} does not contain a valid key. Restore the file from a backup: data encrypted with its key cannot be read without it.`
