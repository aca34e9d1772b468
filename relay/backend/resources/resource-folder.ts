import { createHash } from 'node:crypto'
import { watch, type FSWatcher } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compareText } from '#shared/primitives/compare-text.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { decodeText } from '#relay/backend/resources/decode-text.ts'
import { parseDocuments, type ParsedFile, type SpecSchemas } from '#relay/backend/resources/parse-documents.ts'
import type { ResourceError } from '#relay/backend/resources/resource-document.ts'

export const propertiesFile = 'properties.yaml'
const fileMaxBytes = 5 * 1024 * 1024
const depthMax = 8

/** Hash by file. Files beyond the limit share one entry. */
export type DocumentDigest = Readonly<Record<string, string>>

/** Watched until the folder exists. */
const parent = '..'

const digestFilesMax = 2_000
const restName = `files after the first ${digestFilesMax.toLocaleString('en')}`
const hashLength = 16

interface KnownFile {
  readonly version: string
  readonly hash: string
  readonly parsed: ParsedFile
}

/**
 * `watch` only signals that a scan may be worthwhile: files are written in place, renamed over each other or linked.
 */
export class ResourceFolder {
  readonly dir: string
  #files = new Map<string, KnownFile>()
  readonly #watchers = new Map<string, FSWatcher>()
  #onEvent: (() => void) | undefined
  #unreadable = ''
  #digest: DocumentDigest = {}

  readonly #schemas: SpecSchemas

  constructor(dir: string, schemas: SpecSchemas = new Map()) {
    this.dir = dir
    this.#schemas = schemas
  }

  get digest(): DocumentDigest {
    return this.#digest
  }

  /**
   * Ordered by file name. If the folder cannot be read, that is an error and the documents stay as they were. A folder
   * that never had any may be missing.
   */
  async scan(): Promise<ParsedFile & { readonly changed: boolean }> {
    const found = new Map<string, KnownFile>()
    const folders = new Set<string>()
    try {
      await this.#visit('', 0, found, folders)
    } catch (error) {
      if (isMissing(error) && this.#files.size === 0) {
        this.#watch(new Set([parent]))
        return { documents: [], errors: [], changed: false }
      }
      const reason = `Failed to read the folder ${this.dir} (${toErrorMessage(error)}).`
      const changed = this.#unreadable !== reason
      this.#unreadable = reason
      return { ...this.#content(), errors: [...this.#content().errors, wholeFile('', reason)], changed }
    }
    const changed =
      this.#unreadable !== '' ||
      found.size !== this.#files.size ||
      [...found].some(([file, { version }]) => this.#files.get(file)?.version !== version)
    this.#unreadable = ''
    this.#files = found
    if (changed) this.#digest = toDigest(found)
    this.#watch(folders)
    return { ...this.#content(), changed }
  }

  watch(onEvent: () => void): void {
    this.#onEvent = onEvent
    this.#watch(new Set(['']))
  }

  close(): void {
    this.#onEvent = undefined
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #content(): ParsedFile {
    const parsed = [...this.#files.keys()].sort().flatMap((file) => this.#files.get(file)?.parsed ?? [])
    return {
      documents: parsed.flatMap(({ documents }) => documents),
      errors: parsed.flatMap(({ errors }) => errors),
    }
  }

  async #visit(folder: string, depth: number, found: Map<string, KnownFile>, folders: Set<string>): Promise<void> {
    folders.add(folder)
    for (const { name } of await readdir(join(this.dir, folder), { withFileTypes: true })) {
      if (name.startsWith('.')) continue
      const file = folder === '' ? name : `${folder}/${name}`
      const path = join(this.dir, file)
      try {
        const stats = await stat(path)
        if (stats.isDirectory()) {
          if (depth < depthMax) await this.#visit(file, depth + 1, found, folders)
          continue
        }
        if (!/\.(?:ya?ml|json)$/i.test(name)) continue
        const version = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
        const known = this.#files.get(file)
        if (known?.version === version) found.set(file, known)
        else if (stats.size > fileMaxBytes) {
          const reason = `The file is too large (${stats.size} bytes, at most ${fileMaxBytes}). Split it.`
          found.set(file, {
            version,
            hash: `${stats.size} bytes`,
            parsed: { documents: [], errors: [wholeFile(file, reason)] },
          })
        } else {
          const bytes = await readFile(path)
          found.set(file, { version, hash: toHash(bytes), parsed: this.#parse(file, bytes) })
        }
      } catch (error) {
        if (isMissing(error)) continue
        const reason = `Failed to read the file (${toErrorMessage(error)}).`
        found.set(file, {
          version: '',
          hash: 'unreadable',
          parsed: { documents: [], errors: [wholeFile(file, reason)] },
        })
      }
    }
  }

  /** Only a file that the last scan found: the name comes from a request. */
  async readText(file: string): Promise<string> {
    if (!this.#files.has(file)) throw new Error(`The file ${file} does not exist.`)
    const bytes = await readFile(join(this.dir, file))
    const decoded = decodeText(bytes.subarray(0, fileMaxBytes))
    return 'text' in decoded ? decoded.text : bytes.subarray(0, fileMaxBytes).toString('latin1')
  }

  #parse(file: string, bytes: Buffer): ParsedFile {
    if (file === propertiesFile) return { documents: [], errors: [] }
    const decoded = decodeText(bytes)
    if ('text' in decoded)
      return isData(file, decoded.text)
        ? { documents: [], errors: [] }
        : parseDocuments(file, decoded.text, this.#schemas)
    return { documents: [], errors: [{ ...wholeFile(file, decoded.error.reason), ...decoded.error }] }
  }

  #watch(folders: ReadonlySet<string>): void {
    if (this.#onEvent === undefined) return
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue
      try {
        const watcher = watch(join(this.dir, folder), () => this.#onEvent?.())
        watcher.on('error', () => {
          watcher.close()
          this.#watchers.delete(folder)
        })
        this.#watchers.set(folder, watcher)
      } catch {}
    }
  }
}

/** Sources of scrapers and checks are in the folder too. Broken JSON of a document is an error of the document. */
const isData = (file: string, text: string): boolean => {
  if (!/\.json$/i.test(file)) return false
  const value = parseJson(text)
  if (value === undefined) return !text.includes('"apiVersion"')
  return !isMap(value) || typeof value['apiVersion'] !== 'string' || typeof value['kind'] !== 'string'
}

const toHash = (text: Buffer | string): string => createHash('sha256').update(text).digest('hex').slice(0, hashLength)

export const toDigest = (files: ReadonlyMap<string, { readonly hash: string }>): DocumentDigest => {
  const ordered = [...files].toSorted(([one], [other]) => compareText(one, other))
  const rest = ordered.slice(digestFilesMax)
  return {
    ...Object.fromEntries(ordered.slice(0, digestFilesMax).map(([file, { hash }]) => [file, hash])),
    ...(rest.length > 0 && { [restName]: toHash(rest.map(([file, { hash }]) => `${file} ${hash}`).join('\n')) }),
  }
}

const wholeFile = (file: string, reason: string): ResourceError => ({
  file,
  index: null,
  line: 1,
  column: 1,
  reason,
  kind: '',
  name: '',
  namespace: '',
})

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
