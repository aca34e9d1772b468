import { useEffect, useEffectEvent, useState } from 'react'
import { logTailRoute, type LogQuery, type LogLine, type TailMessage } from '#shared/logs/log-routes.ts'
import { ApiError } from '#client/api/api-error.ts'
import { requestLines } from '#client/api/request-lines.ts'

const retainedMax = 5_000
const errorsMax = 5
const retryMs = 3_000

interface Tail {
  readonly state: 'off' | 'connecting' | 'following' | 'lost' | 'missing'
  readonly lines: readonly LogLine[]
  readonly errors: readonly string[]
}

const off: Tail = { state: 'off', lines: [], errors: [] }
const connecting: Tail = { ...off, state: 'connecting' }

const tooFast = 'Some lines were skipped: they arrive faster than they can be shown.'

const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 405)

const withMessage = (before: Tail, { lines, isCut, problems: errors = [] }: TailMessage): Tail => ({
  state: 'following',
  lines: lines.length === 0 ? before.lines : [...before.lines, ...lines].slice(-retainedMax),
  errors: [...new Set([...before.errors, ...errors, ...(isCut ? [tooFast] : [])])].slice(-errorsMax),
})

/** The relay ends a tail every minute and it reconnects at once. `onAgain` then has to load the lines in between. */
export const useLogTail = (request: LogQuery | null, onAgain: () => void): Tail => {
  const key = request === null ? null : JSON.stringify(request)
  const [stored, setStored] = useState<{ readonly key: string | null; readonly tail: Tail }>({ key: null, tail: off })
  const handleAgain = useEffectEvent(onAgain)
  useEffect(() => {
    if (key === null) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (next: (before: Tail) => Tail) =>
      setStored((before) => ({ key, tail: next(before.key === key ? before.tail : connecting) }))
    const follow = async (isFirst: boolean) => {
      let isBegun = isFirst
      try {
        for await (const message of requestLines(logTailRoute, JSON.parse(key), abort.signal)) {
          if (!isBegun) handleAgain()
          isBegun = true
          change((before) => withMessage(before, message))
        }
        timer = setTimeout(() => void follow(false), 0)
      } catch (error) {
        if (abort.signal.aborted) return
        const state = isMissing(error) ? 'missing' : 'lost'
        change((before) => ({ ...before, state }))
        if (state === 'lost') timer = setTimeout(() => void follow(false), retryMs)
      }
    }
    void follow(true)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [key])
  if (key === null) return off
  return stored.key === key ? stored.tail : connecting
}
