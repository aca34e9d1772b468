import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const foldersWithin = ['database', 'backups', 'outbox', 'artifacts', 'playbooks']
const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export const closeDataDir = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    await chmod(dataDir, 0o700)
    for (const name of foldersWithin) await chmodWhereThere(join(dataDir, name), 0o700)
    for (const name of await readdir(dataDir))
      if (name.endsWith('.key')) await chmodWhereThere(join(dataDir, name), 0o600)
  } catch (error) {
    throw new Error(
      `${dataDir} could not be restricted to its owner (chmod 0700): ${String(error)}. ` +
        'It contains keys and passwords; make the user that runs the relay its owner.',
      { cause: error },
    )
  }
}

const chmodWhereThere = async (path: string, mode: number): Promise<void> => {
  await chmod(path, mode).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })
}
