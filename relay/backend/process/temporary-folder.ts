import { rm } from 'node:fs/promises'
import { noSandbox, type Sandbox } from '#relay/backend/process/sandbox.ts'

/** The folder is for programs in the sandbox, and is removed after the work. */
export const withTemporaryFolder = async <T>(
  sandbox: Sandbox = noSandbox,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await sandbox.makeFolder()
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
