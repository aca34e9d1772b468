import type { LogLine, TailMessage } from '#shared/logs/log-routes.ts'
import { linkSignal } from '#relay/time-limit.ts'
import type { AskedLog } from './asked-log.ts'
import { matchesFields } from './matches-fields.ts'
import { placesOf, type AskedPlace, type SearchLogsDeps } from './search-logs.ts'

/** What waits to be sent at most; what is written faster than it is read is left out, the oldest first. */
const waitingMax = 5_000

interface Waiting {
  lines: LogLine[]
  isCut: boolean
  problems: string[]
}

const emptied = (): Waiting => ({ lines: [], isCut: false, problems: [] })

const byTime = (one: LogLine, other: LogLine): number =>
  one.timestamp < other.timestamp ? -1 : one.timestamp > other.timestamp ? 1 : 0

/** Follows all places of a log at once. Ends when the signal fires; a slow reader costs no more than the lines that wait for it. */
export async function* followLogs(
  asked: AskedLog,
  deps: SearchLogsDeps,
  outer: AbortSignal,
): AsyncGenerator<TailMessage> {
  const { signal, abort, release } = linkSignal(outer)
  let waiting = emptied()
  let wake: (() => void) | undefined
  const onAbort = () => wake?.()
  signal.addEventListener('abort', onAbort)
  const tell = (problem: string) => {
    if (waiting.problems.length < 20) waiting.problems.push(problem)
    wake?.()
  }
  const followPlace = async ({ place, question, context, show, fail }: AskedPlace) => {
    try {
      for await (const batch of place.follow(question, context)) {
        const lines = batch.filter((line) => matchesFields(line.labels, question)).map(show)
        if (lines.length === 0) continue
        waiting.lines.push(...lines)
        if (waiting.lines.length > waitingMax) {
          waiting.lines.splice(0, waiting.lines.length - waitingMax)
          waiting.isCut = true
        }
        wake?.()
      }
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }
  try {
    const places = await placesOf(asked, deps, signal, tell)
    for (const place of places) void followPlace(place)
    // The first message says that it is followed from now on.
    yield { lines: [], ...(waiting.problems.length > 0 && { problems: waiting.problems.splice(0) }) }
    while (!signal.aborted) {
      if (waiting.lines.length === 0 && waiting.problems.length === 0)
        await new Promise<void>((resolve) => (wake = resolve))
      const { lines, isCut, problems } = waiting
      waiting = emptied()
      if (lines.length > 0 || problems.length > 0)
        yield { lines: lines.sort(byTime), ...(isCut && { isCut }), ...(problems.length > 0 && { problems }) }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    abort(new Error('Nobody follows this log any more.'))
    release()
  }
}
