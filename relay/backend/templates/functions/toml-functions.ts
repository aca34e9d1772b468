import { parse, stringify, TomlDate, TomlError } from 'smol-toml'
import { isMap } from '#shared/primitives/is-map.ts'
import { Duration } from '#relay/backend/templates/duration.ts'

/** Deeper values cannot be carried to an expression either. */
const depthMax = 100

const fromToml = (value: unknown): unknown => {
  if (value instanceof TomlDate) {
    const hasZone = value.isDateTime() && !value.isLocal()
    return hasZone ? new Date(value.getTime()) : value.toISOString()
  }
  if (Array.isArray(value)) return value.map(fromToml)
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]): [string, unknown] => [name, fromToml(each)]))
    : value
}

/** A local date or time stays text. */
export const readToml = (text: string): unknown => {
  try {
    return fromToml(parse(text, { maxDepth: depthMax, integersAsBigInt: 'asNeeded' }))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The lines after the first show the text.
    const [reason = ''] = error.message.split('\n')
    throw new Error(`${reason.replace(/\.$/, '')}, line ${error.line}, column ${error.column}`, { cause: error })
  }
}

/** TOML has no null: a key without a value is left out. */
const toToml = (value: unknown): unknown => {
  if (value instanceof Duration) return value.toString()
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.filter((each) => (each ?? null) !== null).map(toToml)
  if (!isMap(value)) return value
  const entries = Object.entries(value).filter(([, each]) => (each ?? null) !== null)
  return Object.fromEntries(entries.map(([name, each]): [string, unknown] => [name, toToml(each)]))
}

export const writeToml = (value: Readonly<Record<string, unknown>>): string =>
  stringify(toToml(value), { maxDepth: depthMax })
