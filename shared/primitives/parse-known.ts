import { z } from 'zod'
import { isMap } from './is-map.ts'

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

const missing = Symbol('missing')
const mostRepairs = 200
const mostFields = 50

const replace = (value: unknown, [key, ...rest]: Path, next: unknown): unknown => {
  if (key === undefined) return next
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    const changed = list.map((entry, index) => (index === key ? replace(entry, rest, next) : entry))
    return changed.filter((entry) => entry !== missing)
  }
  if (!isMap(value) || typeof key !== 'string') return value
  const changed = replace(value[key], rest, next)
  return Object.fromEntries(Object.entries({ ...value, [key]: changed }).filter(([, entry]) => entry !== missing))
}

const isReference = (path: Path) => /(?:^|_)id$/.test(String(path.at(-1)))

/** Replacements of an invalid value, in this order. Numbers and times have none: a made-up one would be believed. */
const listReplacements = (issue: Issue): readonly unknown[] => {
  if (issue.code === 'invalid_value') return [null, missing, ...(issue.values.includes('unknown') ? ['unknown'] : [])]
  if (issue.code !== 'invalid_type') return [null, missing]
  if (issue.expected === 'string') return isReference(issue.path) ? [null, missing] : [null, missing, 'unknown']
  if (issue.expected === 'array') return [null, missing, []]
  return issue.expected === 'object' || issue.expected === 'record' ? [null, missing, {}] : [null, missing]
}

/** A row without its identity would be confused with others. */
const isKey = (path: Path) => path.length === 1 && /^(?:id|key)$/.test(String(path[0]))

/** The innermost list entry that contains the value, so that only this entry is dropped. */
const findEntry = (path: Path): Path | null => {
  const index = path.findLastIndex((key) => typeof key === 'number')
  return index < 0 ? null : path.slice(0, index + 1)
}

const repaired = (value: unknown, issue: Issue, tries: Map<string, number>): unknown => {
  const { path } = issue
  if (path.length === 0 || isKey(path)) return undefined
  const name = JSON.stringify(path.map(String))
  const tried = tries.get(name) ?? 0
  tries.set(name, tried + 1)
  const replacements = listReplacements(issue)
  if (tried < replacements.length) return replace(value, path, replacements[tried])
  const entry = findEntry(path)
  return entry === null ? undefined : replace(value, entry, missing)
}

/** With too many invalid values inside, the whole field becomes unknown. */
const widen = (issue: Issue): Issue => ({ ...issue, path: issue.path.slice(0, 1) })

interface Known<Row> {
  readonly row: Row
  /** The errors of the fields that are unknown; null when every field was valid. */
  readonly error: z.ZodError | null
}

/** Fields that are invalid become unknown, so that the rest of the row is shown. Throws when a field cannot be. */
export const parseKnown = <Row>(parse: (value: unknown) => Row, value: unknown): Known<Row> => {
  const tries = new Map<string, number>()
  let first: z.ZodError | null = null
  let current = value
  for (let repairs = 0; repairs < mostRepairs + mostFields; repairs += 1) {
    try {
      return { row: parse(current), error: first }
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      first ??= error
      const [issue] = error.issues
      const next =
        issue === undefined ? undefined : repaired(current, repairs < mostRepairs ? issue : widen(issue), tries)
      if (next === undefined) throw first
      current = next
    }
  }
  throw first ?? new Error('unreadable row')
}
