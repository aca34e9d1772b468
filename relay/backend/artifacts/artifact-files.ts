import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { matchesPath } from '#shared/primitives/path-glob.ts'

export interface ArtifactFile {
  readonly path: string
  readonly filename: string
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)

/** Linked folders are not entered, since they may lead out of the step's folder. */
const listBelow = async (folder: string, wanted: string, isDeep: boolean): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const paths: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...(isDeep ? await listBelow(path, wanted, isDeep) : []))
    else if (matchesPath(wanted, path)) paths.push(path)
  }
  return paths.sort()
}

/**
 * Security: links are resolved and the file must be in the step's own folder, since other folders contain output of
 * other runs. `*` is a wildcard in every segment, `**` any number of folders. Rejects if no file matches.
 */
const findFiles = async (path: string, workDir: string): Promise<ArtifactFile[]> => {
  const wanted = resolve(workDir, path)
  const start = wanted.includes('*') ? resolve(workDir) : dirname(wanted)
  const isDeep = wanted.includes('*') && /\*\*|\//.test(relative(start, wanted))
  const root = await realpath(workDir)
  const files: ArtifactFile[] = []
  for (const found of await listBelow(start, wanted, isDeep)) {
    const real = await realpath(found)
    if (!isWithin(real, root))
      throw new Error(`The artifact ${path} is outside the step's folder. Write it to the current directory`)
    if ((await stat(real)).isFile()) files.push({ path: real, filename: basename(found) })
  }
  if (files.length === 0) throw new Error(`No file matches the artifact ${path}`)
  return files
}

interface ArtifactKeeper {
  readonly keepFile: (file: ArtifactFile) => Promise<void>
  readonly keepOutput: (stream: 1 | 2, filename: string) => Promise<void>
}

const outputs = { '/dev/stdout': 1, '/dev/stderr': 2 } as const
const isOutput = (path: string): path is keyof typeof outputs => Object.hasOwn(outputs, path)

/** Stores what one path of a document names in the folder of its program. */
export const keepMatching = async (
  path: string,
  folder: string,
  { keepFile, keepOutput }: ArtifactKeeper,
): Promise<void> => {
  if (isOutput(path)) {
    await keepOutput(outputs[path], basename(path))
    return
  }
  for (const file of await findFiles(path, folder)) await keepFile(file)
}
