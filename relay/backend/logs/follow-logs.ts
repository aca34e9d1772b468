import { compareText } from '#shared/primitives/compare-text.ts'
import type { LogLine, TailMessage } from '#shared/logs/log-routes.ts'
import { linkSignal } from '#relay/time-limit.ts'
import type { LogRequest } from './log-request.ts'
import { matchesFields } from './matches-fields.ts'
import { createWaitingLines } from './waiting-lines.ts'
import { listLocations, type LogLocationQuery, type SearchLogsDeps } from './search-logs.ts'

const warningsMax = 20

const byTime = (one: LogLine, other: LogLine): number => compareText(one.timestamp, other.timestamp)

const toTailMessage = (lines: LogLine[], isCut: boolean, warnings: string[]): TailMessage => ({
  lines,
  ...(isCut && { isCut }),
  ...(warnings.length > 0 && { problems: warnings }),
})

export async function* followLogs(
  request: LogRequest,
  deps: SearchLogsDeps,
  outer: AbortSignal,
): AsyncGenerator<TailMessage> {
  const { signal, abort, release } = linkSignal(outer)
  const waiting = createWaitingLines()
  let warnings: string[] = []
  let wake: (() => void) | undefined
  const onAbort = () => wake?.()
  signal.addEventListener('abort', onAbort)
  const onError = (message: string) => {
    if (warnings.length < warningsMax) warnings.push(message)
    wake?.()
  }
  /** Calls `onBegun` once no later line can be missed, or if following fails. */
  const followLocation = async ({ location, filter, context, show, fail }: LogLocationQuery, onBegun: () => void) => {
    try {
      for await (const batch of location.follow(filter, context)) {
        onBegun()
        const lines = batch.filter((line) => matchesFields(line.labels, filter)).map(show)
        if (lines.length === 0) continue
        waiting.add(lines)
        wake?.()
      }
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      onBegun()
    }
  }
  try {
    const locations = await listLocations(request, deps, signal, onError)
    await Promise.all(
      locations.map((location) => new Promise<void>((resolve) => void followLocation(location, resolve))),
    )
    // The empty first message tells the client that following has begun.
    yield toTailMessage([], false, warnings.splice(0))
    while (!signal.aborted) {
      if (waiting.isEmpty() && warnings.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      const { lines, isCut } = waiting.take()
      const pending = warnings
      warnings = []
      if (lines.length > 0 || pending.length > 0) yield toTailMessage(lines.sort(byTime), isCut, pending)
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    abort(new Error('The client stopped following the log.'))
    release()
  }
}
