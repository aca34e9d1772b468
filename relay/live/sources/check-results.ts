import { z } from 'zod'
import { compareText } from '#shared/primitives/compare-text.ts'
import { recentResultsMax } from '#shared/health/check-summary.ts'
import { readRows } from '#shared/primitives/read-rows.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

interface RanCheck {
  readonly id: string
  readonly ranAtMs: number | null
}

export const checkResultsSchema = z.object({
  recent: z.string(),
  recentMs: z.array(z.number().nullable()),
  message: z.string(),
})
type CheckResults = z.infer<typeof checkResultsSchema>

const text = z.string().nullish()
const answeredSchema = z.object({
  id: z.string(),
  recent: z.array(z.object({ time: z.string(), status: z.boolean().nullish(), duration: z.number().nullish() })),
  failed: z.array(z.object({ error: text, message: text })),
})
type Answered = z.infer<typeof answeredSchema>

interface Known extends CheckResults {
  readonly newestMs: number
  readonly requestedForMs: number
  readonly requests: number
}

interface CheckResultsOptions {
  readonly fetchText: FetchText
  readonly onError?: ((error: unknown) => void) | undefined
}

const listedMax = 100
const pageSize = 1_000
const requestsPerRun = 3
const columns =
  'id,recent:check_statuses(time,status,duration),failed:check_statuses(error,message)' +
  `&recent.order=time.desc&recent.limit=${recentResultsMax}` +
  '&failed.status=is.false&failed.order=time.desc&failed.limit=1&deleted_at=is.null&order=id'

/** `pending` must be sorted by id: few are listed by id, many are a page from the first id on. */
const pathFor = (pending: readonly RanCheck[], sinceMs: number): string => {
  const ids = pending.map(({ id }) => id)
  const which = ids.length > listedMax ? `id=gte.${ids[0]}&limit=${pageSize}` : `id=in.(${ids.join(',')})`
  const since = new Date(sinceMs).toISOString()
  const newer = sinceMs === 0 ? '' : `&recent.time=gt.${since}&failed.time=gt.${since}`
  return `/api/db/checks?select=${columns}&${which}${newer}`
}

const nothing: Known = { recent: '', recentMs: [], message: '', newestMs: 0, requestedForMs: 0, requests: 0 }

const withResponse = (before: Known, { recent, failed }: Pick<Answered, 'recent' | 'failed'>): Known => {
  const added = recent.filter(({ time }) => Date.parse(time) > before.newestMs).toReversed()
  const newest = added.at(-1)
  if (newest === undefined) return before
  const outcomes = before.recent + added.map(({ status }) => (status === true ? 'p' : 'f')).join('')
  const durations = [...before.recentMs, ...added.map(({ duration }) => duration ?? null)]
  const [failure] = failed
  return {
    ...before,
    newestMs: Date.parse(newest.time),
    recent: outcomes.slice(-recentResultsMax),
    recentMs: durations.slice(-recentResultsMax),
    message: newest.status === true ? '' : failure?.error || failure?.message || '',
  }
}

const byId = (a: RanCheck, b: RanCheck) => compareText(a.id, b.id)

/**
 * One request per call, for at most a thousand checks and only newer results. Known results remain when a request
 * fails.
 */
export const createCheckResults = ({ fetchText, onError }: CheckResultsOptions) => {
  let known = new Map<string, Known>()
  let isFailing = false
  let hasUnread = false

  const isPending = ({ id, ranAtMs }: RanCheck): boolean => {
    if (ranAtMs === null) return false
    const { newestMs, requestedForMs, requests } = known.get(id) ?? nothing
    return ranAtMs > newestMs && (requestedForMs !== ranAtMs || requests < requestsPerRun)
  }
  const onUnread = (error: unknown) => {
    if (!hasUnread) onError?.(error)
    hasUnread = true
  }
  const ask = async (pending: readonly RanCheck[], signal: AbortSignal) => {
    const sinceMs = Math.min(...pending.map(({ id }) => known.get(id)?.newestMs ?? 0))
    const path = pathFor(pending, sinceMs)
    const answered = readRows(answeredSchema, JSON.parse(await fetchText(path, signal)), onUnread)
    // A backend may return fewer than requested: checks after the last one are requested again.
    const last = pending.length > listedMax ? answered.at(-1)?.id : undefined
    const found = new Map(answered.map((one) => [one.id, one]))
    for (const { id, ranAtMs } of pending) {
      if (last !== undefined && id > last) break
      const before = known.get(id) ?? nothing
      const requests = before.requestedForMs === ranAtMs ? before.requests + 1 : 1
      const response = found.get(id) ?? { recent: [], failed: [] }
      known.set(id, { ...withResponse(before, response), requestedForMs: ranAtMs ?? 0, requests })
    }
  }

  return async (checks: readonly RanCheck[], signal: AbortSignal) => {
    known = new Map(
      checks.flatMap(({ id }) => {
        const one = known.get(id)
        return one === undefined ? [] : [[id, one]]
      }),
    )
    const pending = checks.filter(isPending).toSorted(byId)
    try {
      if (pending.length > 0) await ask(pending, signal)
      isFailing = false
    } catch (error) {
      if (signal.aborted) throw error
      if (!isFailing) onError?.(error)
      isFailing = true
    }
    const findResults = (id: string): CheckResults | null => {
      const found = known.get(id)
      return found === undefined ? null : { recent: found.recent, recentMs: found.recentMs, message: found.message }
    }
    return { findResults, isComplete: !checks.some(isPending) }
  }
}
