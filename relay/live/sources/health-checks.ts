import { checkRowOf, type CheckRow } from '#shared/health/check-row.ts'
import { checkSummaryAnswerSchema } from '#shared/health/check-summary.ts'
import type { TopicSource } from '#relay/live/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

const rowsKey = '"checks_summary"'

/** Takes the server's own time for the answer off the envelope: it differs each time, and says nothing about checks. */
const withoutDuration = (body: string): string => {
  const start = body.indexOf(rowsKey)
  return start < 0 ? body : body.slice(0, start).replace(/"duration":\s*[\d.]+,?/, '') + body.slice(start)
}

/** The check summary (contract 1.4); `path` is the full path that is asked (ledger HEALTH-35, HEALTH-36). */
export const healthChecksSource = (
  fetchText: FetchText,
  path: string,
): TopicSource<Record<string, never>, CheckRow> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    return { body: withoutDuration(await fetchText(path, signal)), observedAtMs }
  },
  rowsOf: (body) => (checkSummaryAnswerSchema.parse(JSON.parse(body)).checks_summary ?? []).map(checkRowOf),
})
