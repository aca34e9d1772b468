import { isDeepStrictEqual } from 'node:util'
import { Optional, type Environment } from '@marcbachmann/cel-js'
import { isMap } from '#shared/primitives/is-map.ts'
import { helpers } from './cel-macros.ts'
import { fromCelValue, toArgument } from './cel-values.ts'
import { ordered, toText } from './go-template/values.ts'

const listEntries = (value: unknown, name: string): readonly (readonly [unknown, unknown])[] => {
  if (Array.isArray(value)) return value.map((member: unknown, index) => [BigInt(index), member] as const)
  if (value instanceof Map) return [...value]
  if (isMap(value)) return Object.entries(value)
  throw new Error(`${name} needs a list or a map`)
}

type Cell = readonly [value: unknown, kept: unknown[], isFirst: boolean, key: unknown]

/** With one variable, the elements of a map are its keys. */
const toCells = (value: unknown, isPair: boolean): readonly Cell[] => {
  const kept: unknown[] = [null]
  return listEntries(value, 'fold').map(([key, member], index) => [
    isPair || Array.isArray(value) ? member : key,
    kept,
    index === 0,
    key,
  ])
}

const toOptional = (value: unknown, text: string): Optional => {
  if (value instanceof Optional) return value
  throw new Error(`${text} must be optional, such as a.?b or optional.of(a)`)
}

const toPairs = (value: unknown): readonly (readonly [unknown, unknown])[] =>
  Array.isArray(value) ? (value as (readonly [unknown, unknown])[]) : []

const toKey = (key: unknown): string => toText(fromCelValue(key))

const toObject = (entries: readonly (readonly [string, unknown])[], rejectsSame: boolean): object => {
  const seen = new Set<string>()
  for (const [key] of entries) {
    if (rejectsSame && seen.has(key)) throw new Error(`transformMapEntry returns the key ${JSON.stringify(key)} twice`)
    seen.add(key)
  }
  return Object.fromEntries(entries)
}

const isZero = (value: unknown): boolean => {
  const plain = fromCelValue(value)
  if (plain === null || plain === '' || plain === 0 || plain === false) return true
  return Array.isArray(plain) ? plain.length === 0 : isMap(plain) && Object.keys(plain).length === 0
}

const presentValues = (list: unknown): readonly unknown[] =>
  (Array.isArray(list) ? list : []).flatMap((each: unknown) => {
    const optional = toOptional(each, 'Each entry of the list')
    return optional.hasValue() ? [optional.value()] : []
  })

const functions: readonly (readonly [string, (...values: unknown[]) => unknown])[] = [
  [`dyn.${helpers.pairs}(): list`, (value) => listEntries(value, 'a macro with two variables')],
  [
    `dyn.${helpers.sorted}(): list`,
    (pairs) =>
      toPairs(pairs)
        .toSorted(([one], [other]) => ordered(toArgument(one), toArgument(other)))
        .map(([, member]) => member),
  ],
  [
    `dyn.${helpers.entries}(): map`,
    (pairs) =>
      toObject(
        toPairs(pairs).map(([key, value]) => [toKey(key), value]),
        false,
      ),
  ],
  [
    `dyn.${helpers.merged}(): map`,
    (maps) =>
      toObject(
        (Array.isArray(maps) ? maps : []).flatMap((map: unknown) =>
          listEntries(map, 'transformMapEntry').map(([key, value]) => [toKey(key), value] as const),
        ),
        true,
      ),
  ],
  [`dyn.${helpers.cells}(bool): list`, (value, isPair) => toCells(value, isPair === true)],
  [
    `list.${helpers.keep}(dyn): dyn`,
    (kept, next) => {
      if (Array.isArray(kept)) kept[0] = next
      return next
    },
  ],
  [`list.${helpers.folded}(): dyn`, (results) => (Array.isArray(results) ? (results.at(-1) ?? null) : null)],
  [
    `dyn.${helpers.members}(): list`,
    (value) => {
      const optional = toOptional(value, 'The value before optMap')
      return optional.hasValue() ? [optional.value()] : []
    },
  ],
  [
    `dyn.${helpers.optional}(): optional`,
    (list) => (Array.isArray(list) && list.length > 0 ? Optional.of(list[0]) : Optional.none()),
  ],
  [
    `dyn.${helpers.flat}(): optional`,
    (list) =>
      Array.isArray(list) && list.length > 0 ? toOptional(list[0], 'The result of optFlatMap') : Optional.none(),
  ],
  [
    `dyn.${helpers.presentMembers}(list): list`,
    (list, places) => {
      const optional = new Set((Array.isArray(places) ? places : []).map(Number))
      return (Array.isArray(list) ? list : []).flatMap((member: unknown, index) => {
        if (!optional.has(index)) return [member]
        const found = toOptional(member, `Entry ${index + 1} of the list`)
        return found.hasValue() ? [found.value()] : []
      })
    },
  ],
  [
    `dyn.${helpers.presentEntries}(list): map`,
    (map, keys) => {
      const optional = new Set((Array.isArray(keys) ? keys : []).map(toKey))
      return Object.fromEntries(
        listEntries(map, 'an optional entry').flatMap(([key, member]): (readonly [string, unknown])[] => {
          const name = toKey(key)
          if (!optional.has(name)) return [[name, member]]
          const found = toOptional(member, `Entry ${JSON.stringify(name)} of the map`)
          return found.hasValue() ? [[name, found.value()]] : []
        }),
      )
    },
  ],
  [
    'OptionalNamespace.ofNonZeroValue(dyn): optional',
    (_namespace, value) => (isZero(value) ? Optional.none() : Optional.of(value)),
  ],
  ['OptionalNamespace.unwrap(list): list', (_namespace, list) => presentValues(list)],
  ['list.unwrapOpt(): list', presentValues],
]

const presentValue = (optional: Optional): readonly unknown[] =>
  optional.hasValue() ? [fromCelValue(optional.value())] : []

/** Values stay those of CEL: optionals, integers and times. */
export const registerMacroFunctions = (environment: Environment): void => {
  for (const [signature, call] of functions) environment.registerFunction(signature, call)
  environment.registerOperator('optional == optional', (one: Optional, other: Optional) =>
    isDeepStrictEqual(presentValue(one), presentValue(other)),
  )
}
