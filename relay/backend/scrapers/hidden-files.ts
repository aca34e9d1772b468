import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'

/** Says of a file whether it lies in one of these folders, wherever links lead; one that is not there is in none. */
export const hiddenFiles =
  (folders: readonly string[]) =>
  async (path: string): Promise<boolean> => {
    const real = await realpath(path).catch(() => path)
    for (const folder of folders) {
      const realFolder = await realpath(folder).catch(() => folder)
      if (real === realFolder || real.startsWith(`${realFolder}${sep}`)) return true
    }
    return false
  }
