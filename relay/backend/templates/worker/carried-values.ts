import { plainInteger } from '#shared/primitives/exact-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { isMarkedRow } from '#relay/backend/templates/marked-rows.ts'
import { setRowPaths } from '#relay/backend/templates/row-times.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

type Path = readonly (string | number)[]

export interface CarriedValues {
  readonly json: string
  readonly times: readonly Path[]
  readonly durations: readonly (readonly [path: Path, ms: number])[]
  readonly integers: readonly Path[]
  readonly rows: readonly Path[]
}

const depthMax = 100
const valuesMax = 300_000
const lengthMax = 8_000_000

/**
 * Big integers become numbers if they lose no digits. Undefined becomes null at the top and is omitted below. Throws
 * ExpectedError.
 */
export const carry = (values: unknown): CarriedValues => {
  const times: Path[] = []
  const durations: [Path, number][] = []
  const integers: Path[] = []
  const rows: Path[] = []
  const path: (string | number)[] = []
  let count = 0
  let length = 0
  let hasBigints = false
  const visit = (value: unknown, name?: string | number): void => {
    count += 1
    if (typeof value === 'string') length += value.length
    else if (typeof value === 'bigint') {
      hasBigints = true
      if (typeof plainInteger(value) === 'string') integers.push(name === undefined ? [...path] : [...path, name])
    } else if (typeof value === 'object' && value !== null) {
      if (name !== undefined) path.push(name)
      visitObject(value)
      if (name !== undefined) path.pop()
    }
  }
  const visitObject = (owner: object): void => {
    if (path.length >= depthMax) throw new ExpectedError(`The input is nested deeper than ${depthMax} levels.`)
    if (isMarkedRow(owner)) rows.push([...path])
    if (owner instanceof Date) times.push([...path])
    else if (owner instanceof Duration) durations.push([[...path], owner.ms])
    else if (ArrayBuffer.isView(owner)) length += owner.byteLength * 4
    else if (Array.isArray(owner)) for (let index = 0; index < owner.length; index += 1) visit(owner[index], index)
    else {
      const members = owner as Readonly<Record<string, unknown>>
      for (const name of Object.keys(owner)) {
        length += name.length
        visit(members[name], name)
      }
    }
    if (count > valuesMax) throw new ExpectedError(`The input has more than ${valuesMax} values.`)
    if (length > lengthMax) throw new ExpectedError(`The input has more than ${lengthMax} characters.`)
  }
  visit(values)
  const json = JSON.stringify(withNulls(values), hasBigints ? withPlainIntegers : undefined) ?? 'null'
  return { json, times, durations, integers, rows }
}

export const withPlainIntegers = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? plainInteger(value) : value

/** JSON drops undefined, but a known top-level name must stay known. */
const withNulls = (values: unknown): unknown =>
  isMap(values)
    ? Object.fromEntries(Object.entries(values).map(([name, value]): [string, unknown] => [name, value ?? null]))
    : values

export const unpack = ({ json, times, durations, integers, rows }: CarriedValues): unknown => {
  const values: unknown = JSON.parse(json)
  for (const path of times) replace(values, path, (text) => new Date(String(text)))
  for (const [path, ms] of durations) replace(values, path, () => new Duration(ms))
  for (const path of integers) replace(values, path, (text) => BigInt(String(text)))
  if (isMap(values)) setRowPaths(values, rows)
  return values
}

const replace = (values: unknown, path: Path, by: (value: unknown) => unknown): void => {
  const name = path.at(-1)
  let owner = values as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) owner = owner[step] as Record<string | number, unknown>
  if (name !== undefined) owner[name] = by(owner[name])
}
