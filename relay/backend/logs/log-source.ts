import type { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { ClientRun } from '#relay/backend/clients/client-run.ts'

export type ValuesByField = Readonly<Record<string, readonly string[]>>

/** What is looked for in a log. */
export interface LogQuestion {
  /** Labels that each line must have. */
  readonly labels: Readonly<Record<string, string>>
  /** Stands in the message, in capitals or not; empty for all lines. */
  readonly text: string
  /** The message is one of these, where `text` is a regular expression. */
  readonly pattern?: ((message: string) => boolean) | undefined
  /** Each line has one of the values of each of these fields, and none of the others. */
  readonly include: ValuesByField
  readonly exclude: ValuesByField
  readonly fromMs: number
  readonly toMs: number
  /** How many lines are wanted at most, which is how many a service is asked for at once. */
  readonly limit: number
}

/** What a log is read with. */
export interface LogContext extends ClientRun {
  /** Whether a file belongs to the console itself and must not be read. */
  readonly isHidden: (path: string) => Promise<boolean>
  /** Takes a sentence about what was left out. */
  readonly onError: (message: string) => void
}

/** One log, batch by batch, newest lines first: those of the question's time, text and labels. */
export type LogStream = AsyncIterable<readonly LogLine[]>

/** A kind of service, or of place, that keeps logs. */
export interface LogSource<Spec> {
  readonly key: string
  readonly spec: z.ZodType<Spec>
  /** The logs of a place, one after the other; rejects with a sentence when nothing can be read. */
  readonly streams: (spec: Spec, question: LogQuestion, context: LogContext) => AsyncIterable<LogStream>
  /** What is written from now on, oldest first, until the signal of the context fires; the first batch, often empty, says that it has begun. */
  readonly follow: (spec: Spec, question: LogQuestion, context: LogContext) => LogStream
}
