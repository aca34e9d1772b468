import { z } from 'zod'
import { withoutErrorObject } from '#shared/playbooks/action-result.ts'
import {
  logRangeMax,
  logTailChunks,
  type LogChunk,
  type LogLine,
  type LogRange,
  type LogTail,
} from '#shared/playbooks/log-line.ts'
import { logRangeRoute, logTailRoute } from '#shared/playbooks/log-routes.ts'
import { isFinalAction } from '#shared/playbooks/run-status.ts'
import { buildPath } from '#shared/primitives/contract.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import type { AskBackend } from '#relay/live/sources/fetch-text.ts'

export interface LogReader {
  readonly tail: (actionId: string, after: number, signal: AbortSignal) => Promise<LogTail>
  readonly range: (actionId: string, from: number, lines: number, signal: AbortSignal) => Promise<LogRange | null>
}

export const actionSchema = z.array(
  z.object({
    status: z.string(),
    start_time: z.string().nullish(),
    end_time: z.string().nullish(),
    result: z
      .record(z.string(), z.unknown())
      .transform(withoutErrorObject)
      .pipe(
        z.object({ stdout: z.string().optional().catch(undefined), stderr: z.string().optional().catch(undefined) }),
      )
      .nullish(),
  }),
)

const splitLines = (text: string, stream: 1 | 2, timeMs: number, before: number): LogLine[] => {
  const parts = text.split('\n')
  const isWhole = parts.at(-1) === ''
  if (isWhole) parts.pop()
  return parts.map((part, i): LogLine => {
    const no = before + i + 1
    return isWhole || i < parts.length - 1 ? [no, stream, timeMs, part] : [no, stream, timeMs, part, 1]
  })
}

/** stdout, then stderr: their order is not stored. The time of every line is the end of the action. */
const toResultLines = (stdout: string, stderr: string, timeMs: number): LogLine[] => {
  const out = stdout === '' ? [] : splitLines(stdout, 1, timeMs, 0)
  return stderr === '' ? out : [...out, ...splitLines(stderr, 2, timeMs, out.length)]
}

const linesPerChunk = 200
const toChunks = (lines: readonly LogLine[]): LogChunk[] =>
  Array.from({ length: Math.ceil(lines.length / linesPerChunk) }, (_, i) => ({
    first: i * linesPerChunk + 1,
    lines: lines.slice(i * linesPerChunk, (i + 1) * linesPerChunk),
  }))

// oxlint-disable-next-line no-control-regex -- exactly this begins a terminal escape
const escape = /\u001b/
const noTimes = 'This backend stores the output as one text per stream, without the time of each line.'

const failure = (status: number) => new SourceFailure(`The backend responded with status ${status}.`)

/** Expires because another version of the backend can be deployed at its address. */
const learnedForMs = 60_000

const createBackendMemory = (now: () => number) => {
  const learned = new Map<string, { readonly keepsLines: boolean; readonly untilMs: number }>()
  return {
    keepsLines: (backend: string): boolean | null => {
      const known = learned.get(backend)
      return known !== undefined && now() < known.untilMs ? known.keepsLines : null
    },
    learn: (backend: string, keepsLines: boolean) => {
      for (const [other, { untilMs }] of learned) if (untilMs <= now()) learned.delete(other)
      learned.set(backend, { keepsLines, untilMs: now() + learnedForMs })
    },
  }
}

/**
 * A backend that stores only results has no log route; some versions respond with 500 instead of 404. Until its
 * kind is known, every error leads to the result.
 */
export const createLogReader = (
  ask: AskBackend,
  getBackendName: () => string = () => '',
  now: () => number = Date.now,
): LogReader => {
  const memory = createBackendMemory(now)

  const askFor = async (path: string, signal: AbortSignal) => {
    try {
      return await ask(path, signal)
    } catch (error) {
      if (signal.aborted || error instanceof SourceFailure) throw error
      throw new SourceFailure('The backend is unreachable.', { cause: error })
    }
  }
  const loadStored = async <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | null> => {
    const backend = getBackendName()
    const keepsLines = memory.keepsLines(backend)
    if (keepsLines === false) return null
    const { status, body } = await askFor(path, signal)
    if (status === 404 || (status !== 200 && keepsLines === null)) return null
    if (status !== 200) throw failure(status)
    memory.learn(backend, true)
    return schema.parse(JSON.parse(body))
  }
  const fromResult = async (actionId: string, signal: AbortSignal) => {
    const backend = getBackendName()
    const query = `id=eq.${actionId}&select=status,start_time,end_time,result`
    const { status, body } = await askFor(`/api/db/playbook_run_actions?${query}`, signal)
    if (status !== 200) throw failure(status)
    const [action] = actionSchema.parse(JSON.parse(body))
    if (action === undefined) return null
    if (memory.keepsLines(backend) === null) memory.learn(backend, false)
    const { stdout = '', stderr = '' } = action.result ?? {}
    const lines = toResultLines(stdout, stderr, Date.parse(action.end_time ?? action.start_time ?? '') || 0)
    const ended = isFinalAction(action.status)
    const about = {
      total: lines.length,
      ended,
      ...(!ended && { comesAtEnd: true as const }),
      ansi: escape.test(stdout) || escape.test(stderr),
      notes: lines.length === 0 ? [] : [noTimes],
    }
    return { lines, about }
  }

  return {
    tail: async (actionId, after, signal) => {
      const path = `${buildPath(logTailRoute, { actionId })}?after=${after}`
      const stored = await loadStored(path, logTailRoute.response, signal)
      if (stored !== null) return stored
      const found = await fromResult(actionId, signal)
      if (found === null) throw new SourceFailure('Action not found.')
      const chunks = toChunks(found.lines).slice(-logTailChunks)
      return { chunks: chunks.filter(({ first }) => first > after), ...found.about }
    },
    range: async (actionId, from, count, signal) => {
      const lines = Math.min(count, logRangeMax)
      const path = `${buildPath(logRangeRoute, { actionId })}?from=${from}&lines=${lines}`
      const stored = await loadStored(path, logRangeRoute.response, signal)
      if (stored !== null) return stored
      const found = await fromResult(actionId, signal)
      return found && { lines: found.lines.slice(from - 1, from - 1 + lines), ...found.about }
    },
  }
}
