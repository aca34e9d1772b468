import type { FieldMapping } from '#shared/logs/field-mapping.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { toSlices } from '#shared/primitives/to-slices.ts'
import { evaluateAll, type EvaluateOptions } from '#relay/backend/templates/template.ts'
import { toLogLine, type LogLine, type RawLine } from './log-line.ts'

export interface LineChoice {
  readonly mapping?: FieldMapping | undefined
  /** CEL over the fields of a line; a line stays if one of them is true. */
  readonly match?: readonly string[] | undefined
  readonly dedupe?: { readonly fields: readonly string[]; readonly window?: string | undefined } | undefined
}

interface FoundLine {
  readonly line: LogLine
  readonly fields: RawLine['fields']
}

const matchesOne = async (
  { line, fields }: FoundLine,
  expressions: readonly string[],
  options: EvaluateOptions,
): Promise<boolean> => {
  const results = await evaluateAll(
    expressions.map((source) => ({ language: 'expr' as const, source })),
    { ...line, labels: { ...fields, ...line.labels } },
    options,
  )
  for (const [index, result] of results.entries()) {
    if (!result.ok) throw new Error(`match[${index}]: ${result.error.message}`)
    if (typeof result.value !== 'boolean') throw new Error(`match[${index}] must return true or false`)
  }
  return results.some((result) => result.ok && result.value === true)
}

const batchSize = 50

const filterLines = async (
  lines: readonly FoundLine[],
  expressions: readonly string[],
  options: EvaluateOptions,
): Promise<readonly FoundLine[]> => {
  const kept: FoundLine[] = []
  for (const batch of toSlices(lines, batchSize)) {
    const fits = await Promise.all(batch.map((line) => matchesOne(line, expressions, options)))
    kept.push(...batch.filter((_, index) => fits[index]))
  }
  return kept
}

const readField = ({ line, fields }: FoundLine, name: string): unknown =>
  Object.hasOwn(line, name) ? Reflect.get(line, name) : (fields[name] ?? null)

const findWindowMs = (text: string | undefined): number => {
  if (text === undefined) return Infinity
  const ms = parseDuration(text)
  if (ms === null) throw new Error('dedupe.window must be a duration such as 30s or 5m')
  return ms
}

const mergeTimes = (known: LogLine, line: LogLine): LogLine => {
  const times = [known.firstObserved, known.timestamp, line.timestamp].filter((time) => time !== '').toSorted()
  const [firstObserved = '', timestamp = ''] = [times[0], times.at(-1)]
  return { ...known, firstObserved, timestamp, count: known.count + line.count }
}

/** The first of equal lines stays, with the times of the first and the last and their number. */
const mergeEqual = (
  lines: readonly FoundLine[],
  { fields, window }: NonNullable<LineChoice['dedupe']>,
): readonly LogLine[] => {
  const windowMs = findWindowMs(window)
  const merged: LogLine[] = []
  const firsts = new Map<string, { readonly place: number; readonly atMs: number }>()
  for (const found of lines) {
    const key = JSON.stringify(fields.map((name) => readField(found, name)))
    const atMs = Date.parse(found.line.timestamp)
    const first = firsts.get(key)
    const known = first === undefined || Math.abs(first.atMs - atMs) > windowMs ? undefined : merged[first.place]
    if (first !== undefined && known !== undefined) merged[first.place] = mergeTimes(known, found.line)
    else {
      firsts.set(key, { place: merged.length, atMs })
      merged.push(found.line)
    }
  }
  return merged
}

export const chooseLines = async (
  found: readonly RawLine[],
  { mapping, match = [], dedupe }: LineChoice,
  options: EvaluateOptions,
): Promise<readonly LogLine[]> => {
  const lines = found.map((raw): FoundLine => ({ line: toLogLine(raw, mapping), fields: raw.fields }))
  const kept = match.length === 0 ? lines : await filterLines(lines, match, options)
  return dedupe === undefined ? kept.map(({ line }) => line) : mergeEqual(kept, dedupe)
}
