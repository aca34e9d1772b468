export type Steps = readonly (string | number)[]

const step = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]/gy

export const parseSteps = (path: string): Steps | undefined => {
  const steps: (string | number)[] = []
  let end = 1
  for (const match of path.slice(1).matchAll(step)) {
    const [whole, member, index, single, double] = match
    steps.push(index === undefined ? (member ?? single ?? double ?? '') : Number(index))
    end += whole.length
  }
  return end === path.length ? steps : undefined
}

export const valueAt = (value: unknown, steps: Steps): unknown => {
  let at = value
  for (const member of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, member)) return undefined
    at = (at as Readonly<Record<string | number, unknown>>)[member]
  }
  return at
}
