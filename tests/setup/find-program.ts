import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const findProgram = (names: readonly string[], folders: readonly string[] = []): string | undefined => {
  const searchPath = [...(process.env['PATH'] ?? '').split(delimiter), ...folders]
  return names.flatMap((name) => searchPath.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
