import { z } from 'zod'
import { toCheckRow, type CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { checkSummarySchema } from '#shared/health/check-summary.ts'
import { formatIssues } from '#shared/primitives/issue-text.ts'
import { parseKnown } from '#shared/primitives/parse-known.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { createListReader } from '#relay/live/feeds/list-reader.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import { checkResultsSchema, createCheckResults } from '#relay/live/sources/check-results.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

const listStart = /"checks_summary"\s*:\s*(?=\[|(null))/

const emptySchema = z.object({ runnerName: z.string(), checks_summary: z.undefined().optional() })

const isEmptyEnvelope = (body: string): boolean => emptySchema.safeParse(parseJson(body)).success

/**
 * Cuts off everything before the list, such as the server's response time, which differs each time. Without
 * checks a backend omits the list.
 */
const extractList = (body: string): string => {
  const found = listStart.exec(body)
  if (found === null) {
    if (isEmptyEnvelope(body)) return '[]'
    throw new SyntaxError('the response has no checks_summary')
  }
  return found[1] === undefined ? body.slice(found.index + found[0].length) : '[]'
}

const emptyText = z.string().catch('')
const lenientSchema = checkSummarySchema.extend({ name: emptyText, canary_id: emptyText, type: emptyText })

/** Without one of these the status is unknown; any other invalid field leaves it as it is. */
const statusFields = new Set<PropertyKey | undefined>(['status', 'problem'])

const readCheck = (entry: unknown): CheckRow => {
  const read = checkSummarySchema.safeParse(entry)
  if (read.success) return toCheckRow(read.data)
  const { issues } = read.error
  const { row } = parseKnown((value) => lenientSchema.parse(value), entry)
  const check = toCheckRow({ ...row, name: row.name || row.id })
  const reason = `the backend returned this check in an invalid format (${formatIssues(read.error)}).`
  return issues.some(({ path: [field] }) => statusFields.has(field))
    ? { ...check, problem: check.problem || `Unknown status: ${reason}` }
    : { ...check, warnings: [...check.warnings, `Incomplete: ${reason}`] }
}

const ranSchema = z.object({ id: z.string(), last_runtime: z.string().nullish().catch(null) })

const parseRanCheck = (entry: unknown) => {
  const { id, last_runtime: ranAt } = ranSchema.parse(entry)
  const ranAtMs = Date.parse(ranAt ?? '')
  return { id, ranAtMs: Number.isNaN(ranAtMs) ? null : ranAtMs, text: JSON.stringify(entry) }
}

const addedSchema = z.object({ results: checkResultsSchema.nullable() })
const noMessage = 'The backend summary contains no message.'

const withResults = (entry: unknown): CheckRow => {
  const row = readCheck(entry)
  const added = addedSchema.safeParse(entry)
  if (!added.success) return row
  const { results } = added.data
  if (results !== null) return { ...row, ...results, message: row.message || results.message }
  return toCheckState(row) === 'unhealthy' ? { ...row, message: row.message || noMessage } : row
}

interface HealthChecksOptions {
  readonly fetchText: FetchText
  readonly path: string
  readonly onError?: (error: unknown) => void
}

/**
 * Production services omit results, which are then loaded from the data API and cached: each feed needs its own source.
 */
export const healthChecksSource = ({
  fetchText,
  path,
  onError,
}: HealthChecksOptions): Required<TopicSource<Record<string, never>, CheckRow>> => {
  const readList = createListReader({ parseRow: parseRanCheck, getKey: ({ id }) => id })
  const askResults = createCheckResults({ fetchText, onError })
  let last = { list: '', body: '', isComplete: false }
  return {
    load: async (_params, signal) => {
      const observedAtMs = Date.now()
      const list = extractList(await fetchText(path, signal))
      if (list === '[]' || list.includes('"checkStatuses"')) return { body: list, observedAtMs }
      if (last.isComplete && last.list === list) return { body: last.body, observedAtMs }
      const checks = readList(list)
      const { findResults, isComplete } = await askResults(checks, signal)
      const rows = checks.map(({ id, text }) => `${text.slice(0, -1)},"results":${JSON.stringify(findResults(id))}}`)
      last = { list, body: `[${rows.join(',')}]`, isComplete }
      return { body: last.body, observedAtMs }
    },
    parseRow: withResults,
  }
}
