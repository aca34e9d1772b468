import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { matchesPath } from '#shared/primitives/path-glob.ts'
import { listFiles } from '#relay/backend/clients/list-files.ts'
import { formatFromName } from '#relay/backend/scrapers/documents/read-documents.ts'
import type { FoundError, FoundText, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'

const fileMax = 16 * 1024 * 1024
const filesMax = 100_000

export interface WantedFiles {
  readonly paths: readonly string[]
  readonly ignore?: readonly string[] | undefined
}

/** Yields each file once. Skips the console's own data and secrets. */
export async function* filesIn(
  { paths, ignore = [] }: WantedFiles,
  { signal, isHidden }: Pick<ScrapeContext, 'signal' | 'isHidden'>,
): AsyncGenerator<FoundText | FoundError> {
  const seen = new Set<string>()
  for (const pattern of paths.map((each) => resolve(each))) {
    for await (const found of listFiles(pattern)) {
      signal.throwIfAborted()
      if (seen.has(found) || ignore.some((each) => matchesPath(resolve(each), found))) continue
      if (await isHidden(found)) continue
      seen.add(found)
      if (seen.size > filesMax) throw new Error(`More than ${filesMax} files match.`)
      yield await foundIn(found)
    }
  }
}

const foundIn = async (full: string): Promise<FoundText | FoundError> => {
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
      id: full,
      name: basename(full),
      source: full,
    },
  }
}
