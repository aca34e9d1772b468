import { z } from 'zod'
import { checkRowOf, type CheckRow } from '#shared/health/check-row.ts'
import { checkSummarySchema } from '#shared/health/check-summary.ts'
import type { TopicSource } from '#relay/live/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

const listStart = /"checks_summary"\s*:\s*(?=\[|(null))/

const emptySchema = z.object({ runnerName: z.string(), checks_summary: z.undefined().optional() })

const isEmptyEnvelope = (body: string): boolean => {
  try {
    return emptySchema.safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}

/**
 * The list of the envelope, without what stands before it: the server's own time for the answer differs each time. A backend
 * without checks leaves the list out.
 */
const listOf = (body: string): string => {
  const found = listStart.exec(body)
  if (found === null) {
    if (isEmptyEnvelope(body)) return '[]'
    throw new SyntaxError('the answer holds no checks_summary')
  }
  return found[1] === undefined ? body.slice(found.index + found[0].length) : '[]'
}

const namedSchema = z.object({ id: z.string(), name: z.string().catch('') })

/**
 * A check that the backend describes in another way than the contract stands among the others without a result and says so:
 * one of thousands must not keep the news of the others back. Throws when it cannot even be told from the others.
 */
const readCheck = (entry: unknown): CheckRow => {
  const read = checkSummarySchema.safeParse(entry)
  if (read.success) return checkRowOf(read.data)
  const named = namedSchema.safeParse(entry)
  if (!named.success) throw read.error
  const { id, name } = named.data
  const where = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  const problem = `How it fares is not known: the backend describes this check in a way that cannot be read (${where}).`
  return checkRowOf({ id, name: name || id, canary_id: '', type: '', problem })
}

/** The check summary; `path` is the full path that is asked (ledger HEALTH-35, HEALTH-36). */
export const healthChecksSource = (
  fetchText: FetchText,
  path: string,
): TopicSource<Record<string, never>, CheckRow> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    return { body: listOf(await fetchText(path, signal)), observedAtMs }
  },
  rowOf: readCheck,
})
