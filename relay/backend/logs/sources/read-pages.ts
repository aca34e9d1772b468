import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogContext, LogFilter, LogStream } from '#relay/backend/logs/log-source.ts'

export interface KeyedLine {
  readonly line: LogLine
  readonly atMs: number
  readonly key: string
}

export type RequestPage = (
  filter: LogFilter,
) => Promise<{ readonly count: number; readonly lines: readonly KeyedLine[] }>

const followEveryMs = 2_000
const lateMs = 15_000

export async function* readPages(filter: LogFilter, requestPage: RequestPage): LogStream {
  let toMs = filter.toMs
  let known = new Set<string>()
  for (;;) {
    const { count, lines } = await requestPage({ ...filter, toMs })
    const fresh = lines.filter(({ atMs, key }) => !(atMs === toMs && known.has(key)))
    if (fresh.length > 0) yield fresh.map(({ line }) => line)
    const oldest = lines.at(-1)
    if (count < filter.limit || oldest === undefined || fresh.length === 0) return
    const before = oldest.atMs === toMs ? known : []
    known = new Set([...before, ...lines.filter(({ atMs }) => atMs === oldest.atMs).map(({ key }) => key)])
    toMs = oldest.atMs
  }
}

export async function* pollPages(filter: LogFilter, { signal }: LogContext, requestPage: RequestPage): LogStream {
  const sinceMs = Date.now()
  let known = new Map<string, number>()
  yield []
  for (;;) {
    const nowMs = Date.now()
    const { lines } = await requestPage({ ...filter, fromMs: Math.max(sinceMs, nowMs - lateMs), toMs: nowMs + lateMs })
    const fresh = lines.filter(({ key }) => !known.has(key)).toReversed()
    known = new Map([...known].filter(([, atMs]) => atMs >= nowMs - 2 * lateMs))
    for (const { key, atMs } of fresh) known.set(key, atMs)
    yield fresh.map(({ line }) => line)
    await sleep(followEveryMs, undefined, { signal })
  }
}
