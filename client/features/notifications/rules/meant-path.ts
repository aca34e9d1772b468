import { editDistance } from '#shared/primitives/edit-distance.ts'

/** A name in a filter by which nothing is found, and the one that was probably meant. */
export interface MeantPath {
  readonly written: string
  readonly meant: string
  /** The filter with the one in place of the other. */
  readonly filter: string
}

const quotedTexts = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g
const names = /(?<![\w.])[a-z_]\w*(?:\.[a-z_]\w*)*(\s*\()?/gi
const celKeywords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in'])
/** Of a short name too much would be near, and none that a thing has is as long. */
const [minLength, maxLength] = [3, 200]

/** The names that a CEL filter reads, where they stand; what is called is none, what it is called on is. */
const namesIn = (filter: string): readonly { readonly name: string; readonly at: number }[] => {
  const bare = filter.replaceAll(quotedTexts, (quoted) => ' '.repeat(quoted.length))
  return [...bare.matchAll(names)].flatMap(({ 0: all, 1: call, index }) => {
    const name = call === undefined ? all : all.slice(0, Math.max(0, all.lastIndexOf('.')))
    return name.length < minLength || name.length > maxLength || celKeywords.has(name) ? [] : [{ name, at: index }]
  })
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** The known path that was probably meant: one that ends alike, or one that is off by a few letters. */
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

/** What a filter that cannot be evaluated probably meant, by the paths that a thing has; null where nothing is near. */
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
