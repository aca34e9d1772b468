import { readFile, stat } from 'node:fs/promises'
import { basename, isAbsolute, relative } from 'node:path'
import { decodeText } from '#relay/backend/clients/http/decode-text.ts'
import { describeFileError } from '#relay/backend/clients/run/describe-file-error.ts'
import { listFiles } from '#relay/backend/clients/run/list-files.ts'
import { compilePath } from '#relay/backend/clients/run/path-pattern.ts'
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
const compileIgnored = (patterns: readonly string[]): ((path: string) => boolean) => {
  const compiled = patterns.map((pattern) =>
    compilePath(isAbsolute(pattern) ? pattern : `/**/${pattern.replace(/^\.?\//, '')}`),
  )
  return (path) => compiled.some((matches) => matches(path))
}

/** Yields each file once. Skips the console's own data and secrets. */
export async function* filesIn(
  { paths, ignore = [], base, shownBase }: WantedFiles,
  { signal, isHidden, resourcesDir }: Pick<ScrapeContext, 'signal' | 'isHidden' | 'resourcesDir'>,
): AsyncGenerator<FoundText | FoundError> {
  const seen = new Set<string>()
  const shown = (path: string) =>
    base === undefined || shownBase === undefined ? path : `${shownBase}/${relative(base, path)}`
  const isIgnored = compileIgnored(ignore)
  for (const pattern of paths.map((each) => resolvePath(each, { resourcesDir: base ?? resourcesDir }))) {
    try {
      for await (const found of listFiles(pattern)) {
        signal.throwIfAborted()
        if (seen.has(found) || isIgnored(found)) continue
        if (await isHidden(found)) continue
        seen.add(found)
        if (seen.size > filesMax) throw new Error(`More than ${filesMax} files match.`)
        yield await foundIn(found, shown(found))
      }
    } catch (error) {
      const reason = describeFileError(error, pattern)
      if (reason === undefined) throw error
      yield { kind: 'error', reason }
    }
  }
}

const foundIn = async (full: string, shown: string): Promise<FoundText | FoundError> => {
  const { size } = await stat(full)
  if (size > fileMax)
    return { kind: 'error', reason: `${full} has ${size} bytes; the limit is ${fileMax / 1024 / 1024} MB.` }
  const format = formatFromName(full)
  const bytes = await readFile(full).catch((error: unknown) => (error instanceof Error ? error : undefined))
  if (!Buffer.isBuffer(bytes))
    return { kind: 'error', reason: `${full} cannot be read${bytes === undefined ? '' : ` (${bytes.message})`}.` }
  return {
    kind: 'text',
    text: decodeText(bytes, format),
    format,
    known: {
      id: shown,
      name: basename(full),
      source: shown,
    },
  }
}
