import { editDistance } from '#shared/primitives/edit-distance.ts'

interface MeantPath {
  readonly written: string
  readonly meant: string
  readonly filter: string
}

const quotedTexts = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g
const names = /(?<![\w.])[a-z_]\w*(?:\.[a-z_]\w*)*(\s*\()?/gi
const celKeywords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in'])
/** Shorter names are close to too many others; no field path is longer. */
const [minLength, maxLength] = [3, 200]

const namesIn = (filter: string): readonly { readonly name: string; readonly at: number }[] => {
  const bare = filter.replaceAll(quotedTexts, (quoted) => ' '.repeat(quoted.length))
  return [...bare.matchAll(names)].flatMap(({ 0: all, 1: call, index }) => {
    const name = call === undefined ? all : all.slice(0, Math.max(0, all.lastIndexOf('.')))
    return name.length < minLength || name.length > maxLength || celKeywords.has(name) ? [] : [{ name, at: index }]
  })
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const findNearest = (name: string, paths: readonly string[]): string | undefined => {
  const near = paths.flatMap((path) => {
    const distance = editDistance(name, path)
    const endsAlike = lastPart(path) === lastPart(name)
    return endsAlike || distance <= Math.max(1, name.length / 4)
      ? [{ path, distance: endsAlike ? distance : distance + 100 }]
      : []
  })
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.path
}

export const meantPath = (filter: string, paths: readonly string[]): MeantPath | null => {
  const isKnown = (name: string) =>
    paths.some((path) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`))
  for (const { name, at } of namesIn(filter)) {
    const meant = isKnown(name) ? undefined : findNearest(name, paths)
    if (meant !== undefined)
      return { written: name, meant, filter: filter.slice(0, at) + meant + filter.slice(at + name.length) }
  }
  return null
}
