import { useEffect, useEffectEvent, useState } from 'react'
import { logTailRoute, type AskedLines, type LogLine, type TailMessage } from '#shared/logs/log-routes.ts'
import { ApiError } from '#client/api/api-error.ts'
import { requestLines } from '#client/api/request-lines.ts'

/** What a tail keeps; the oldest lines are let go. */
const keptMax = 5_000
const problemsMax = 5
const retryMs = 3_000

interface Tail {
  readonly state: 'off' | 'connecting' | 'following' | 'lost' | 'missing'
  /** Oldest first. */
  readonly lines: readonly LogLine[]
  readonly problems: readonly string[]
}

const off: Tail = { state: 'off', lines: [], problems: [] }
const connecting: Tail = { ...off, state: 'connecting' }

const tooFast = 'Lines come faster than they can be shown: some were left out.'

const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 405)

const withMessage = (before: Tail, { lines, isCut, problems = [] }: TailMessage): Tail => ({
  state: 'following',
  lines: lines.length === 0 ? before.lines : [...before.lines, ...lines].slice(-keptMax),
  problems: [...new Set([...before.problems, ...problems, ...(isCut ? [tooFast] : [])])].slice(-problemsMax),
})

/**
 * Lines as they are written, while `asked` is not null. The relay ends a tail each minute; it is asked again at once, and
 * `onAgain` hears of it, as what was written in between is to be read.
 */
export const useLogTail = (asked: AskedLines | null, onAgain: () => void): Tail => {
  const key = asked === null ? null : JSON.stringify(asked)
  const [kept, setKept] = useState<{ readonly key: string | null; readonly tail: Tail }>({ key: null, tail: off })
  const handleAgain = useEffectEvent(onAgain)
  useEffect(() => {
    if (key === null) return undefined
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (next: (before: Tail) => Tail) =>
      setKept((before) => ({ key, tail: next(before.key === key ? before.tail : connecting) }))
    const follow = async (isFirst: boolean) => {
      let isBegun = isFirst
      try {
        for await (const message of requestLines(logTailRoute, JSON.parse(key), gone.signal)) {
          if (!isBegun) handleAgain()
          isBegun = true
          change((before) => withMessage(before, message))
        }
        timer = setTimeout(() => void follow(false), 0)
      } catch (error) {
        if (gone.signal.aborted) return
        const state = isMissing(error) ? 'missing' : 'lost'
        change((before) => ({ ...before, state }))
        if (state === 'lost') timer = setTimeout(() => void follow(false), retryMs)
      }
    }
    void follow(true)
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [key])
  if (key === null) return off
  return kept.key === key ? kept.tail : connecting
}
