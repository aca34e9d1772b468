import type { LogLine, TailMessage } from '#shared/logs/log-routes.ts'
import { linkSignal } from '#relay/time-limit.ts'
import type { AskedLog } from './asked-log.ts'
import { matchesFields } from './matches-fields.ts'
import { createWaitingLines } from './waiting-lines.ts'
import { placesOf, type AskedPlace, type SearchLogsDeps } from './search-logs.ts'

const problemsMax = 20

const byTime = (one: LogLine, other: LogLine): number =>
  one.timestamp < other.timestamp ? -1 : one.timestamp > other.timestamp ? 1 : 0

const messageOf = (lines: LogLine[], isCut: boolean, problems: string[]): TailMessage => ({
  lines,
  ...(isCut && { isCut }),
  ...(problems.length > 0 && { problems }),
})

/** Follows all places of a log at once. Ends when the signal fires; a slow reader costs no more than the lines that wait for it. */
export async function* followLogs(
  asked: AskedLog,
  deps: SearchLogsDeps,
  outer: AbortSignal,
): AsyncGenerator<TailMessage> {
  const { signal, abort, release } = linkSignal(outer)
  const waiting = createWaitingLines()
  let problems: string[] = []
  let wake: (() => void) | undefined
  const onAbort = () => wake?.()
  signal.addEventListener('abort', onAbort)
  const onProblem = (problem: string) => {
    if (problems.length < problemsMax) problems.push(problem)
    wake?.()
  }
  /** Calls `onBegun` once nothing that is written from then on is missed, or nothing of the place can be followed. */
  const followPlace = async ({ place, question, context, show, fail }: AskedPlace, onBegun: () => void) => {
    try {
      for await (const batch of place.follow(question, context)) {
        onBegun()
        const lines = batch.filter((line) => matchesFields(line.labels, question)).map(show)
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
    const places = await placesOf(asked, deps, signal, onProblem)
    await Promise.all(places.map((place) => new Promise<void>((resolve) => void followPlace(place, resolve))))
    // The first message says that it is followed from now on.
    yield messageOf([], false, problems.splice(0))
    while (!signal.aborted) {
      if (waiting.isEmpty() && problems.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      const { lines, isCut } = waiting.take()
      const told = problems
      problems = []
      if (lines.length > 0 || told.length > 0) yield messageOf(lines.sort(byTime), isCut, told)
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    abort(new Error('Nobody follows this log any more.'))
    release()
  }
}
