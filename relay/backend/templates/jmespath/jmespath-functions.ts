import { isMap } from '#shared/primitives/is-map.ts'

/** `&name`, applied to a member. */
export type Reference = (member: unknown) => unknown

const findType = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'function') return 'expression'
  return typeof value
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isText = (value: unknown): value is string => typeof value === 'string'

const demand = <T>(name: string, value: unknown, is: (value: unknown) => value is T, expected: string): T => {
  if (is(value)) return value
  throw new Error(`jmespath: ${name} needs ${expected}, got ${findType(value)}`)
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isNumbers = (value: unknown): value is readonly number[] => isList(value) && value.every(isNumber)
const isTexts = (value: unknown): value is readonly string[] => isList(value) && value.every(isText)
const isReference = (value: unknown): value is Reference => typeof value === 'function'
type Sortable = readonly number[] | readonly string[]
const isSortable = (value: unknown): value is Sortable => isNumbers(value) || isTexts(value)
const isSized = (value: unknown): value is string | readonly unknown[] | Readonly<Record<string, unknown>> =>
  isText(value) || isList(value) || isMap(value)

const order = (one: unknown, other: unknown): number => {
  const [a, b] = isNumber(one) && isNumber(other) ? [one, other] : [String(one), String(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

const numbers = (name: string, value: unknown) => demand(name, value, isNumbers, 'a list of numbers')
const sortable = (name: string, value: unknown) => demand(name, value, isSortable, 'a list of numbers or of strings')
const list = (name: string, value: unknown) => demand(name, value, isList, 'a list')
const map = (name: string, value: unknown) => demand(name, value, isMap, 'an object')
const text = (name: string, value: unknown) => demand(name, value, isText, 'a string')
const number = (name: string, value: unknown) => demand(name, value, isNumber, 'a number')
const reference = (name: string, value: unknown) => demand(name, value, isReference, 'an expression such as &name')

/** Sorted by keys, each evaluated once. */
const sortedBy = (name: string, members: unknown, by: unknown): unknown[] => {
  const toKey = reference(name, by)
  const keyed = list(name, members).map((member) => ({ member, key: toKey(member) }))
  sortable(
    name,
    keyed.map(({ key }) => key),
  )
  return keyed.toSorted((one, other) => order(one.key, other.key)).map(({ member }) => member)
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)

const toNumber = (value: unknown): number | null => {
  if (isNumber(value)) return value
  const found = isText(value) && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(found) ? found : null
}

const contains = (name: string, subject: unknown, member: unknown): boolean => {
  if (isText(subject)) return isText(member) && subject.includes(member)
  return list(name, subject).some((each) => JSON.stringify(each) === JSON.stringify(member))
}

type Call = (name: string, args: readonly unknown[]) => unknown

/** With the number of arguments. `more` allows further ones. */
const functions: Readonly<Record<string, readonly [count: number, call: Call, more?: true]>> = {
  abs: [1, (name, [value]) => Math.abs(number(name, value))],
  avg: [
    1,
    (name, [value]) => {
      const all = numbers(name, value)
      return all.length === 0 ? null : sum(all) / all.length
    },
  ],
  ceil: [1, (name, [value]) => Math.ceil(number(name, value))],
  contains: [2, (name, [subject, member]) => contains(name, subject, member)],
  ends_with: [2, (name, [value, end]) => text(name, value).endsWith(text(name, end))],
  floor: [1, (name, [value]) => Math.floor(number(name, value))],
  join: [2, (name, [glue, value]) => demand(name, value, isTexts, 'a list of strings').join(text(name, glue))],
  keys: [1, (name, [value]) => Object.keys(map(name, value))],
  length: [
    1,
    (name, [value]) => {
      const sized = demand(name, value, isSized, 'a string, a list or an object')
      return isText(sized) ? Array.from(sized).length : isList(sized) ? sized.length : Object.keys(sized).length
    },
  ],
  map: [2, (name, [by, value]) => list(name, value).map(reference(name, by))],
  max: [1, (name, [value]) => [...sortable(name, value)].toSorted(order).at(-1) ?? null],
  max_by: [2, (name, [value, by]) => sortedBy(name, value, by).at(-1) ?? null],
  merge: [1, (name, all) => Object.assign({}, ...all.map((each) => map(name, each))) as unknown, true],
  min: [1, (name, [value]) => [...sortable(name, value)].toSorted(order)[0] ?? null],
  min_by: [2, (name, [value, by]) => sortedBy(name, value, by)[0] ?? null],
  not_null: [1, (_name, all) => all.find((each) => each !== null && each !== undefined) ?? null, true],
  reverse: [
    1,
    (name, [value]) => (isText(value) ? Array.from(value).toReversed().join('') : list(name, value).toReversed()),
  ],
  sort: [1, (name, [value]) => [...sortable(name, value)].toSorted(order)],
  sort_by: [2, (name, [value, by]) => sortedBy(name, value, by)],
  starts_with: [2, (name, [value, start]) => text(name, value).startsWith(text(name, start))],
  sum: [1, (name, [value]) => sum(numbers(name, value))],
  to_array: [1, (_name, [value]) => (isList(value) ? value : [value])],
  to_number: [1, (_name, [value]) => toNumber(value)],
  to_string: [1, (_name, [value]) => (isText(value) ? value : JSON.stringify(value))],
  type: [1, (_name, [value]) => findType(value)],
  values: [1, (name, [value]) => Object.values(map(name, value))],
}

export const callFunction = (name: string, args: readonly unknown[]): unknown => {
  const found = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (found === undefined) throw new Error(`jmespath: unknown function ${name}`)
  const [count, call, more] = found
  if (args.length < count || (more === undefined && args.length > count))
    throw new Error(`jmespath: ${name} has ${count} argument${count === 1 ? '' : 's'}, got ${args.length}`)
  return call(name, args)
}
