import { isMap } from '#shared/primitives/is-map.ts'

type Path = readonly (string | number)[]
type Values = Readonly<Record<string, unknown>>

const timeColumn = /(?:_at|_time|_runtime|_observed)$|^(?:time|acknowledged|resolved|closed)$/
const timeText = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/

const parseRowTime = (text: string): Date | undefined => {
  const [, date, time, zone = 'Z'] = timeText.exec(text) ?? []
  if (date === undefined) return undefined
  const parsed = new Date(`${date}T${time}${zone.length === 3 ? `${zone}:00` : zone}`)
  return Number.isNaN(parsed.getTime()) ? undefined : parsed
}

const withTimes = (row: unknown): unknown =>
  isMap(row)
    ? Object.fromEntries(
        Object.entries(row).map(([name, value]): [string, unknown] => [
          name,
          typeof value === 'string' && timeColumn.test(name) ? (parseRowTime(value) ?? value) : value,
        ]),
      )
    : row

const withChange = (owner: unknown, path: Path, change: (value: unknown) => unknown): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return change(owner)
  if (Array.isArray(owner) && typeof step === 'number') return owner.with(step, withChange(owner[step], rest, change))
  return isMap(owner) ? { ...owner, [step]: withChange(owner[step], rest, change) } : owner
}

const rowsByValues = new WeakMap<Values, readonly Path[]>()
const converted = new WeakMap<Values, Values>()

export const setRowPaths = (values: Values, paths: readonly Path[]): void => void rowsByValues.set(values, paths)

/** A copy whose rows have timestamps instead of text; the same object without rows. */
export const withRowTimes = (values: Values): Values => {
  const paths = rowsByValues.get(values) ?? []
  if (paths.length === 0) return values
  const known = converted.get(values)
  if (known !== undefined) return known
  let copy: Values = values
  for (const path of paths) {
    const next = withChange(copy, path, withTimes)
    if (isMap(next)) copy = next
  }
  converted.set(values, copy)
  return copy
}
