import { search, type JSONValue } from '@jmespath-community/jmespath'
import { isMap } from '#shared/primitives/is-map.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { toJson } from '#relay/backend/templates/cel-values.ts'

/** The library reads inherited fields too. */
const withoutPrototypes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (!isMap(value)) return value ?? null
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, withoutPrototypes(field)])
  return Object.assign(Object.create(null), Object.fromEntries(fields))
}

/** Null where something is missing. */
export const runJmespath = (expression: string, value: unknown): unknown => {
  try {
    return toJson(search(withoutPrototypes(toJson(value)) as JSONValue, expression))
  } catch (error) {
    throw new Error(`jmespath: ${toErrorMessage(error)}`, { cause: error })
  }
}
