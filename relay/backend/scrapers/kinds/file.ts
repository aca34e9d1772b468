import { opendir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { fixedPart, matchesPath } from '#shared/primitives/path-glob.ts'
import { formatOfName } from '#relay/backend/scrapers/documents/read-documents.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'

const fileMax = 16 * 1024 * 1024
const filesMax = 100_000

const path = z
  .string()
  .min(1)
  .refine(
    (text) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(text),
    'is an address; only files of this machine can be read here',
  )
const spec = z.strictObject({
  paths: z.union([path.transform((one) => [one]), z.array(path).min(1)]),
  ignore: z.array(z.string().min(1)).optional(),
})
type FileSpec = z.infer<typeof spec>

/**
 * Files of this machine by their paths, in which `*` and `**` may stand: each is an item, or holds several. A folder stands for
 * every file within.
 */
export const file: ScraperType<FileSpec> = {
  key: 'file',
  spec,
  defaultType: 'File',
  endpointOf: ({ paths }) => paths.join(', '),
  async *scrape({ paths, ignore = [] }, { signal, isHidden }) {
    const seen = new Set<string>()
    for (const pattern of paths.map((each) => resolve(each))) {
      for await (const found of filesOf(pattern)) {
        signal.throwIfAborted()
        if (seen.has(found) || ignore.some((each) => matchesPath(resolve(each), found))) continue
        if (await isHidden(found)) continue
        seen.add(found)
        if (seen.size > filesMax) throw new Error(`There are more than ${filesMax} files.`)
        yield await foundIn(found)
      }
    }
  },
}

/** The files that a pattern names; throws when the folder that all of them lie in is not there. */
async function* filesOf(pattern: string): AsyncGenerator<string> {
  const start = fixedPart(pattern)
  const self = await stat(start)
  if (!self.isDirectory()) {
    yield start
    return
  }
  const wanted = start === pattern ? join(pattern, '**') : pattern
  const isDeep = wanted.includes('**') || wanted.slice(start.length + 1).includes('/')
  yield* filesBelow(start, isDeep, wanted, new Set([await realpath(start)]))
}

/** Folders that are links are gone into, but never twice, so that a circle of them ends. */
async function* filesBelow(folder: string, isDeep: boolean, wanted: string, been: Set<string>): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder)) {
    const full = join(folder, name)
    const found = await stat(full).catch(() => undefined)
    if (found?.isDirectory() === true && isDeep) {
      const real = await realpath(full)
      if (been.has(real)) continue
      been.add(real)
      yield* filesBelow(full, isDeep, wanted, been)
    } else if (found?.isFile() === true && matchesPath(wanted, full)) yield full
  }
}

const foundIn = async (full: string): Promise<Found> => {
  const { size } = await stat(full)
  if (size > fileMax)
    return { kind: 'fault', reason: `${full} has ${size} bytes; at most ${fileMax / 1024 / 1024} MB are read.` }
  const text = await readFile(full, 'utf8').catch((error: unknown) => (error instanceof Error ? error : undefined))
  if (typeof text !== 'string')
    return { kind: 'fault', reason: `${full} cannot be read${text === undefined ? '' : ` (${text.message})`}.` }
  return {
    kind: 'text',
    text,
    format: formatOfName(full),
    known: {
      id: full,
      name: basename(full),
      source: full,
    },
  }
}
