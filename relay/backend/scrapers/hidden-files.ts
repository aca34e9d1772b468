import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'

/** Security: resolves symbolic links before comparing. A missing file is in no folder. */
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
