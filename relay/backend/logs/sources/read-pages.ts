import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogContext, LogQuestion, LogStream } from '#relay/backend/logs/log-source.ts'

/** A line as a service tells of it. */
export interface KeyedLine {
  readonly line: LogLine
  readonly atMs: number
  /** What tells it from other lines of the same moment. */
  readonly key: string
}

/** Asks a service for the newest lines of a question, at most as many as its limit; answers how many it gave, and those that are lines. */
export type AskPage = (
  question: LogQuestion,
) => Promise<{ readonly count: number; readonly lines: readonly KeyedLine[] }>

const followEveryMs = 2_000
/** Services show a line some time after it was written. */
const lateMs = 15_000

/** The lines of a service from the newest on, page by page; each page ends where the one before began, and nothing comes twice. */
export async function* readPages(question: LogQuestion, ask: AskPage): LogStream {
  let toMs = question.toMs
  let known = new Set<string>()
  for (;;) {
    const { count, lines } = await ask({ ...question, toMs })
    const fresh = lines.filter(({ atMs, key }) => !(atMs === toMs && known.has(key)))
    if (fresh.length > 0) yield fresh.map(({ line }) => line)
    const oldest = lines.at(-1)
    if (count < question.limit || oldest === undefined || fresh.length === 0) return
    const before = oldest.atMs === toMs ? known : []
    known = new Set([...before, ...lines.filter(({ atMs }) => atMs === oldest.atMs).map(({ key }) => key)])
    toMs = oldest.atMs
  }
}

/** Asks a service every two seconds for what it did not have before. */
export async function* pollPages(question: LogQuestion, { signal }: LogContext, ask: AskPage): LogStream {
  const sinceMs = Date.now()
  let known = new Map<string, number>()
  yield []
  for (;;) {
    const nowMs = Date.now()
    const { lines } = await ask({ ...question, fromMs: Math.max(sinceMs, nowMs - lateMs), toMs: nowMs + lateMs })
    const fresh = lines.filter(({ key }) => !known.has(key)).toReversed()
    known = new Map([...known].filter(([, atMs]) => atMs >= nowMs - 2 * lateMs))
    for (const { key, atMs } of fresh) known.set(key, atMs)
    yield fresh.map(({ line }) => line)
    await sleep(followEveryMs, undefined, { signal })
  }
}
