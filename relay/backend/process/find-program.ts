import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

export const findProgram = async (name: string, path: string): Promise<string | undefined> => {
  const candidates = isAbsolute(name) ? [name] : path.split(delimiter).map((folder) => join(folder, name))
  for (const candidate of candidates) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return candidate
  }
  return undefined
}
