import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { matchesGlob } from '#shared/primitives/glob.ts'

export interface ArtifactFile {
  readonly path: string
  readonly filename: string
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)

/**
 * Security: links are resolved and the file must be in the step's own folder, since other folders contain output of
 * other runs. `*` in the last segment is a wildcard. Rejects if no file matches.
 */
const findFiles = async (path: string, workDir: string): Promise<ArtifactFile[]> => {
  const wanted = resolve(workDir, path)
  const folder = dirname(wanted)
  const pattern = basename(wanted)
  const names = (await readdir(folder).catch(() => [])).filter((name) => matchesGlob(pattern, name)).sort()
  const root = await realpath(workDir)
  const files: ArtifactFile[] = []
  for (const name of names) {
    const real = await realpath(join(folder, name))
    if (!isWithin(real, root))
      throw new Error(`The artifact ${path} is outside the step's folder. Write it to the current directory`)
    if ((await stat(real)).isFile()) files.push({ path: real, filename: name })
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
