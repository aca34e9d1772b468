import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import type { ArtifactFile } from '#relay/backend/artifacts/artifact-files.ts'
import type { PodFile } from './pod-files.ts'

/** The folder that is shared with the container that reads the files. */
export const toPodFolder = (path: string): string => {
  const parts = posix.dirname(path).split('/')
  const first = parts.findIndex((part) => part.includes('*'))
  return (first < 0 ? parts : parts.slice(0, first)).join('/')
}

export const isPodFilePath = (path: string): boolean =>
  // A shell expands the other characters too.
  /^\/[^?[\]\\\n]*[^/?[\]\\\n]$/.test(path) && posix.normalize(path) === path && toPodFolder(path).length > 1

/** Returns an error for each path that matches no file. The files are written to `folder` first. */
export const keepPodFiles = async (
  paths: readonly string[],
  read: () => Promise<readonly PodFile[]>,
  folder: string,
  keepFile: (file: ArtifactFile) => Promise<void>,
): Promise<readonly string[]> => {
  if (paths.length === 0) return []
  try {
    const files = await read()
    for (const [index, { path, content }] of files.entries()) {
      const own = join(folder, String(index))
      await mkdir(own)
      const file = { path: join(own, 'artifact'), filename: basename(path) }
      await writeFile(file.path, content)
      await keepFile(file)
    }
    return paths
      .filter((pattern) => !files.some(({ path }) => matchesGlob(pattern, path)))
      .map((pattern) => `No file matches the artifact ${pattern}.`)
  } catch (error) {
    return [`Failed to read the artifacts: ${toErrorSentence(error)}`]
  }
}
