import { existsSync, lstatSync } from 'node:fs'
import { mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { isDeletion, isGlob, matchesFile } from '#shared/playbooks/gitops-files.ts'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

type GitopsSpec = NonNullable<PlaybookAction['gitops']>
type ListFiles = () => Promise<readonly string[]>

/** In the order of the document: a file can be deleted and written again. */
export const changeFiles = async (folder: string, spec: GitopsSpec, listFiles: ListFiles): Promise<void> => {
  const { repo, files = [] } = spec
  for (const { path, content } of files) {
    if (isDeletion(content)) {
      await deleteFiles(folder, path, listFiles)
      continue
    }
    const target = await within(folder, path)
    if (repo.skipExisting === true && existsSync(target)) continue
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content).catch((error: unknown) => {
      throw new ExpectedError(`The file ${path} cannot be written: ${toErrorMessage(error)}`)
    })
  }
}

export const deleteFiles = async (folder: string, path: string, listFiles: ListFiles): Promise<void> => {
  for (const name of await findFiles(folder, path, listFiles)) {
    const target = await within(folder, name)
    if (target === (await realpath(folder))) throw new ExpectedError(`The path ${path} is the whole repository`)
    if (lstatSync(target, { throwIfNoEntry: false }) === undefined)
      throw new ExpectedError(`The repository has no file ${path} to delete`)
    await rm(target, { recursive: true })
  }
}

/** A path without `*` is returned as it is. Rejects a pattern without matches. */
export const findFiles = async (folder: string, path: string, listFiles: ListFiles): Promise<readonly string[]> => {
  if (!isGlob(path)) return [path]
  const found = (await listFiles()).filter((name) => matchesFile(path, name) && existsSync(resolve(folder, name)))
  if (found.length === 0) throw new ExpectedError(`The repository has no file that matches ${path}`)
  return found
}

export const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** Paths are relative to the repository, also with a leading slash. Security: resolves links; the path must stay in the clone and outside `.git`. */
export const within = async (folder: string, path: string): Promise<string> => {
  const root = await realpath(folder)
  const target = resolve(root, path.replace(/^\/+/, ''))
  let existing = target
  while (!lstatSync(existing, { throwIfNoEntry: false })) existing = dirname(existing)
  const isInside = (candidate: string): boolean => {
    const segments = relative(root, candidate).split(sep)
    return segments[0] !== '..' && !segments.some((segment) => segment.toLowerCase() === '.git')
  }
  if (!isInside(target) || !isInside(await realpath(existing).catch(() => '/')))
    throw new ExpectedError(`The path ${path} is outside the repository`)
  return target
}
