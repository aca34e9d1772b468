import { opendir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fixedPart, matchesPath } from '#shared/primitives/path-glob.ts'

export async function* listFiles(pattern: string): AsyncGenerator<string> {
  const start = fixedPart(pattern)
  const self = await stat(start)
  if (!self.isDirectory()) {
    // Opening a pipe blocks until it has a writer.
    if (!self.isFile()) throw new Error(`${start} is not a regular file.`)
    yield start
    return
  }
  const wanted = start === pattern ? join(pattern, '**') : pattern
  const isDeep = wanted.includes('**') || wanted.slice(start.length + 1).includes('/')
  yield* filesBelow(start, isDeep, wanted, new Set([await realpath(start)]))
}

/** Follows linked folders, but each only once, so that a loop of links ends. */
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
