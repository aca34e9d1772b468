import { toText } from './values.ts'

const created = new WeakSet<object>()

const create = (...values: readonly unknown[]): Record<string, unknown> => {
  const map = Object.fromEntries(
    values
      .filter((_, index) => index % 2 === 0)
      .map((key, index): [string, unknown] => [toText(key), values[index * 2 + 1] ?? '']),
  )
  created.add(map)
  return map
}

type TextMap = Readonly<Record<string, unknown>>

/** Maps of the template itself change in place, as in Go; those of its variables, which others read too, are copied. */
const writable = (map: TextMap): Record<string, unknown> => (created.has(map) ? map : { ...map })

export const dict = {
  create,
  set: (map: TextMap, key: string, value: unknown): TextMap => {
    const changed = writable(map)
    Object.defineProperty(changed, key, { value, enumerable: true, configurable: true, writable: true })
    return changed
  },
  unset: (map: TextMap, key: string): TextMap => {
    const changed = writable(map)
    Reflect.deleteProperty(changed, key)
    return changed
  },
}
