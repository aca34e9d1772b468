import type { LogLine } from '#shared/logs/log-routes.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import type { SourceDeps } from '#relay/backend/scrapers/source-context.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { LogRequest } from './log-request.ts'
import { createLineCounts, type LineCounts } from './count-lines.ts'
import { consoleLogId } from './console-log.ts'
import { vouchedAlone, vouchedBy, type LogLocation } from './log-backend-spec.ts'
import { readLogBackends } from './log-backends.ts'
import type { LogContext, LogFilter } from './log-source.ts'
import { remainingFilter, matchesFields } from './matches-fields.ts'
import { charactersMax, countCharacters, newestLines, mergeNewest } from './merge-newest.ts'

export interface SearchLogsDeps {
  readonly database: Queryable
  readonly secrets: StoredSecrets
  readonly dataDir: string
  readonly clients: SourceDeps
}

const timeoutMs = 20_000
/** Less than the request timeout, so that a partial count can be returned. */
const countingMs = 15_000
const countedMax = 5_000_000

export interface LogLocationQuery {
  readonly location: LogLocation
  readonly filter: LogFilter
  readonly context: LogContext
  readonly show: (line: LogLine) => LogLine
  readonly fail: (error: unknown) => void
}

type RecordError = (message: string, at: number) => void

const createErrors = () => {
  const recorded: { readonly message: string; readonly at: number }[] = []
  const record: RecordError = (message, at) => recorded.push({ message, at })
  return {
    record,
    list: () => [...new Set(recorded.sort((one, other) => one.at - other.at).map(({ message }) => message))],
  }
}

export const listLocations = async (
  { of, filter, canReadConsole }: LogRequest,
  deps: SearchLogsDeps,
  signal: AbortSignal,
  record: RecordError,
): Promise<readonly LogLocationQuery[]> => {
  const { isHidden, ...clients } = deps.clients
  const all = await readLogBackends(deps, canReadConsole)
  const backends = of.kind === 'component' ? all : all.filter(({ id }) => id === of.id)
  if (of.kind === 'backend' && backends.length === 0) record('Log backend not found. It may have been deleted.', 0)
  const isEmpty = all.every(({ id }) => id === consoleLogId)
  let at = 0
  const locations = backends.flatMap(({ name, read, secretTexts }) => {
    at += 1
    if ('error' in read) {
      record(`${name}: ${read.error}`, at)
      return []
    }
    const mask = new Mask()
    mask.hideAll(secretTexts)
    const run = createClientRun({ mask, timeoutMs, ...clients }, signal)
    return read.locations.flatMap((location): LogLocationQuery[] => {
      const vouched = of.kind === 'component' ? vouchedBy(location, of.selector) : vouchedAlone(location, filter.labels)
      const left = vouched === undefined ? undefined : remainingFilter(filter, location.labels)
      if (left === undefined) return []
      at += 1
      const locationAt = at
      const onError = (message: string) => record(mask.inText(`${name}: ${message}`), locationAt)
      const labels = Object.entries(filter.labels).filter(([label]) => !vouched?.has(label))
      return [
        {
          location,
          context: { ...run, isHidden, onError },
          filter: { ...left, labels: Object.fromEntries(labels) },
          show: ({ timestamp, message, labels: own }) => ({
            timestamp,
            message: mask.inText(message),
            labels: {
              ...Object.fromEntries(Object.entries(own).map(([label, value]) => [label, mask.inText(value)])),
              ...location.labels,
            },
          }),
          fail: (error) => {
            signal.throwIfAborted()
            onError(describeError(error, ''))
          },
        },
      ]
    })
  })
  if (isEmpty && locations.length === 0) record('No log backends yet. Add one in Settings, Log Backends.', 0)
  return locations
}

export const searchLogs = async (request: LogRequest, deps: SearchLogsDeps, signal: AbortSignal) => {
  const errors = createErrors()
  const locations = await listLocations(request, deps, signal, errors.record)
  const results = await Promise.all(
    locations.map(async ({ location, filter, context, show, fail }) => {
      try {
        return (await newestLines(location.streams(filter, context), filter)).map(show)
      } catch (error) {
        fail(error)
        return []
      }
    }),
  )
  const lines = mergeNewest(results, request.filter.limit)
  if (lines.reduce((sum, line) => sum + countCharacters(line), 0) >= charactersMax)
    errors.record('Lines are very long. Only the newest are shown.', 0)
  return { lines, problems: errors.list() }
}

interface CountedLogs extends LineCounts {
  readonly countedFromMs: number | undefined
  readonly problems: readonly string[]
}

export const countLogs = async (
  request: LogRequest,
  deps: SearchLogsDeps,
  signal: AbortSignal,
): Promise<CountedLogs> => {
  const errors = createErrors()
  const locations = await listLocations(request, deps, signal, errors.record)
  const counts = createLineCounts(request.filter)
  const endMs = Date.now() + countingMs
  let [seen, countedFromMs] = [0, 0]
  for (const { location, filter, context, show, fail } of locations) {
    try {
      for await (const stream of location.streams(filter, context)) {
        let reachedMs = request.filter.toMs
        for await (const batch of stream) {
          const [oldest] = batch.slice(-1)
          reachedMs = Date.parse(oldest?.timestamp ?? '') || reachedMs
          seen += batch.length
          for (const line of batch) if (matchesFields(line.labels, filter)) counts.add(show(line))
          if (seen < countedMax && Date.now() < endMs) continue
          countedFromMs = Math.max(countedFromMs, reachedMs)
          break
        }
      }
    } catch (error) {
      fail(error)
    }
  }
  return {
    ...counts.result(),
    countedFromMs: countedFromMs === 0 ? undefined : countedFromMs,
    problems: errors.list(),
  }
}
