import { readFile, stat } from 'node:fs/promises'
import { basename, isAbsolute, relative } from 'node:path'
import { matchesPath } from '#shared/primitives/path-glob.ts'
import { listFiles } from '#relay/backend/clients/run/list-files.ts'
import { resolvePath } from '#relay/backend/clients/run/resolve-path.ts'
import { formatFromName } from '#relay/backend/clients/documents/read-documents.ts'
import type { FoundError, FoundText, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'

const fileMax = 16 * 1024 * 1024
const filesMax = 100_000

export interface WantedFiles {
  readonly paths: readonly string[]
  readonly ignore?: readonly string[] | undefined
  /** Relative paths begin here. */
  readonly base?: string | undefined
  /** Replaces `base` in ids and sources, for a base that differs in each run. */
  readonly shownBase?: string | undefined
}

/** A pattern without a folder matches names, one that is not absolute the end of a path. */
const isIgnored = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => matchesPath(isAbsolute(pattern) ? pattern : `/**/${pattern.replace(/^\.?\//, '')}`, path))

/** Yields each file once. Skips the console's own data and secrets. */
export async function* filesIn(
  { paths, ignore = [], base, shownBase }: WantedFiles,
  { signal, isHidden, resourcesDir }: Pick<ScrapeContext, 'signal' | 'isHidden' | 'resourcesDir'>,
): AsyncGenerator<FoundText | FoundError> {
  const seen = new Set<string>()
  const shown = (path: string) =>
    base === undefined || shownBase === undefined ? path : `${shownBase}/${relative(base, path)}`
  for (const pattern of paths.map((each) => resolvePath(each, { resourcesDir: base ?? resourcesDir }))) {
    for await (const found of listFiles(pattern)) {
      signal.throwIfAborted()
      if (seen.has(found) || isIgnored(ignore, found)) continue
      if (await isHidden(found)) continue
      seen.add(found)
      if (seen.size > filesMax) throw new Error(`More than ${filesMax} files match.`)
      yield await foundIn(found, shown(found))
    }
  }
}

const foundIn = async (full: string, shown: string): Promise<FoundText | FoundError> => {
  const { size } = await stat(full)
  if (size > fileMax)
    return { kind: 'error', reason: `${full} has ${size} bytes; the limit is ${fileMax / 1024 / 1024} MB.` }
  const text = await readFile(full, 'utf8').catch((error: unknown) => (error instanceof Error ? error : undefined))
  if (typeof text !== 'string')
    return { kind: 'error', reason: `${full} cannot be read${text === undefined ? '' : ` (${text.message})`}.` }
  return {
    kind: 'text',
    text,
    format: formatFromName(full),
    known: {
      id: shown,
      name: basename(full),
      source: shown,
    },
  }
}
