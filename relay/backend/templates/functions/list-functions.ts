import { equal, isMap, ordered, toList, toNumber, toText } from '#relay/backend/templates/go-template/values.ts'

const isSame = (one: unknown, other: unknown): boolean => {
  try {
    return equal(one, other)
  } catch {
    return false
  }
}

export const contains = (list: unknown, value: unknown): boolean =>
  typeof list === 'string'
    ? list.includes(toText(value))
    : isMap(list)
      ? Object.hasOwn(list, toText(value))
      : toList(list).some((member) => isSame(member, value))

export const indexIn = (list: unknown, value: unknown): number =>
  typeof list === 'string' ? list.indexOf(toText(value)) : toList(list).findIndex((member) => isSame(member, value))

export const lastIndexIn = (list: unknown, value: unknown): number =>
  typeof list === 'string'
    ? list.lastIndexOf(toText(value))
    : toList(list).findLastIndex((member) => isSame(member, value))

/** Rejects positions outside the list, as CEL does. */
export const slice = (owner: unknown, from: unknown, to?: unknown): unknown => {
  const members = typeof owner === 'string' ? Array.from(owner) : toList(owner)
  const start = toNumber(from)
  const end = to === undefined ? members.length : toNumber(to)
  if (start < 0 || end > members.length || start > end)
    throw new Error(`slice(${start}, ${end}) is outside a list of ${members.length}`)
  const part = members.slice(start, end)
  return typeof owner === 'string' ? part.join('') : part
}

export const flatten = (list: unknown, depth?: unknown): readonly unknown[] =>
  toList(list).flat(depth === undefined ? 1 : Math.min(20, Math.max(0, toNumber(depth))))

export const isSorted = (list: unknown): boolean => {
  const members = toList(list)
  return members.every((member, index) => index === 0 || ordered(members[index - 1], member) <= 0)
}

export const isSubset = (list: unknown, part: unknown): boolean =>
  toList(part).every((member) => contains(toList(list), member))

export const range = (...values: readonly unknown[]): readonly number[] => {
  const [first = 0, second, step = 1] = values.map(toNumber)
  const [from, to] = second === undefined ? [0, first] : [first, second]
  const length = Math.max(0, Math.ceil((to - from) / step))
  if (!(length <= 10_000)) throw new Error('the range is longer than 10000')
  return Array.from({ length }, (_, index) => from + index * step)
}

export const pick = (...values: readonly unknown[]): Record<string, unknown> => split(values, true)
export const omit = (...values: readonly unknown[]): Record<string, unknown> => split(values, false)

const split = (values: readonly unknown[], isPicked: boolean): Record<string, unknown> => {
  const names = new Set(values.slice(0, -1).flat().map(toText))
  const map = values.at(-1)
  return isMap(map) ? Object.fromEntries(Object.entries(map).filter(([name]) => names.has(name) === isPicked)) : {}
}
