import { opendir, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { compileSegment, findFixedPart, isPattern } from '#relay/backend/clients/run/path-pattern.ts'

export interface FolderFile {
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

export interface FolderListing {
  readonly files: readonly FolderFile[]
  readonly isCut: boolean
  readonly isMissing: boolean
}

interface LocalListing extends FolderListing {
  /** The path itself, or the part of a pattern before its first wildcard. */
  readonly folder: string
}

export const filesMax = 100_000

export const listFolderFiles = async (
  path: string,
  isRecursive: boolean,
  signal: AbortSignal,
): Promise<LocalListing> => {
  const self = await statIfPresent(path)
  const listing = new Listing(self === undefined ? findFixedPart(path) : path, signal)
  if (self?.isDirectory() === true) await listing.addFolder(path, isRecursive)
  else if (self !== undefined) {
    return {
      folder: path,
      files: [{ name: path, size: self.size, modifiedMs: self.mtimeMs }],
      isCut: false,
      isMissing: false,
    }
  } else if (isPattern(path) && (await statIfPresent(listing.folder)) !== undefined) {
    await listing.addMatches(listing.folder, readSegments(path, listing.folder), isRecursive)
  } else return { folder: path, files: [], isCut: false, isMissing: true }
  return { folder: listing.folder, files: listing.files, isCut: listing.isCut, isMissing: false }
}

const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/** Links that lead nowhere are absent, too. */
const statIfPresent = async (path: string) =>
  stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && absentCodes.has(String(error.code))) return undefined
    throw error
  })

const readSegments = (path: string, fixedPart: string): string[] =>
  (fixedPart === '.' ? path : path.slice(fixedPart.length)).split('/').filter((name) => name !== '')

class Listing {
  readonly folder: string
  readonly files: FolderFile[] = []
  readonly #signal: AbortSignal
  readonly #seen = new Set<string>()
  isCut = false

  constructor(folder: string, signal: AbortSignal) {
    this.folder = folder
    this.#signal = signal
  }

  async addFolder(path: string, isRecursive: boolean): Promise<void> {
    const folders = [path]
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for await (const entry of await opendir(at)) {
        this.#signal.throwIfAborted()
        if (this.isCut) return
        const full = join(at, entry.name)
        if (!entry.isDirectory()) await this.#addFile(full)
        else if (isRecursive) folders.push(full)
      }
    }
  }

  async addMatches(folder: string, segments: readonly string[], isRecursive: boolean): Promise<void> {
    const [segment = '', ...rest] = segments
    if (segment === '**') {
      await this.#addMatchesBelow(folder, rest.length === 0 ? ['*'] : rest, isRecursive)
      return
    }
    if (!isPattern(segment)) {
      await this.#addMatch(join(folder, segment), rest, isRecursive)
      return
    }
    const isMatch = compileSegment(segment)
    for (const name of await this.#listNames(folder))
      if (isMatch(name)) await this.#addMatch(join(folder, name), rest, isRecursive)
  }

  async #addMatchesBelow(folder: string, segments: readonly string[], isRecursive: boolean): Promise<void> {
    // A loop of links would never end.
    const real = `${segments.length} ${await realpath(folder)}`
    if (this.#seen.has(real)) return
    this.#seen.add(real)
    await this.addMatches(folder, segments, isRecursive)
    for (const name of await this.#listNames(folder)) {
      const full = join(folder, name)
      if ((await statIfPresent(full))?.isDirectory() === true) await this.#addMatchesBelow(full, segments, isRecursive)
    }
  }

  async #addMatch(path: string, rest: readonly string[], isRecursive: boolean): Promise<void> {
    this.#signal.throwIfAborted()
    const isFolder = (await statIfPresent(path))?.isDirectory()
    if (isFolder === undefined || this.isCut) return
    if (rest.length > 0) {
      if (isFolder) await this.addMatches(path, rest, isRecursive)
    } else if (!isFolder) await this.#addFile(path)
    else if (isRecursive) await this.addFolder(path, true)
  }

  async #listNames(folder: string): Promise<string[]> {
    this.#signal.throwIfAborted()
    try {
      return await readdir(folder)
    } catch (error) {
      // As in a shell, a pattern skips the folders that cannot be read, except the one that it starts from.
      if (folder === this.folder) throw error
      return []
    }
  }

  async #addFile(path: string): Promise<void> {
    const found = await statIfPresent(path)
    if (found?.isFile() !== true) return
    if (this.files.length >= filesMax) this.isCut = true
    else this.files.push({ name: relative(this.folder, path), size: found.size, modifiedMs: found.mtimeMs })
  }
}
