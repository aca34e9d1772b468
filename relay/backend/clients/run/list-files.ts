import { opendir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compilePath, findFixedPart } from './path-pattern.ts'

export async function* listFiles(pattern: string): AsyncGenerator<string> {
  // The wildcards are also characters of names.
  const isName = await stat(pattern).then(
    () => true,
    () => false,
  )
  const start = isName ? pattern : findFixedPart(pattern)
  const self = await stat(start)
  if (!self.isDirectory()) {
    // Opening a pipe blocks until it has a writer.
    if (!self.isFile()) throw new Error(`${start} is not a regular file.`)
    yield start
    return
  }
  const isDeep = isName || pattern.includes('**') || pattern.slice(start.length + 1).includes('/')
  const isWanted = isName ? () => true : compilePath(pattern)
  yield* filesBelow(start, isDeep, isWanted, new Set([await realpath(start)]))
}

/** Follows linked folders, but each only once, so that a loop of links ends. */
async function* filesBelow(
  folder: string,
  isDeep: boolean,
  isWanted: (path: string) => boolean,
  been: Set<string>,
): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder)) {
    const full = join(folder, name)
    const found = await stat(full).catch(() => undefined)
    if (found?.isDirectory() === true && isDeep) {
      const real = await realpath(full)
      if (been.has(real)) continue
      been.add(real)
      yield* filesBelow(full, isDeep, isWanted, been)
    } else if (found?.isFile() === true && isWanted(full)) yield full
  }
}
