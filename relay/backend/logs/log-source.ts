import type { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { ClientRun } from '#relay/backend/clients/client-run.ts'

/** What is looked for in a log. */
export interface LogQuestion {
  /** Labels that each line must have. */
  readonly labels: Readonly<Record<string, string>>
  /** Stands in the message, in capitals or not; empty for all lines. */
  readonly text: string
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
}

/** What a log is read with. */
export interface LogContext extends ClientRun {
  /** Whether a file belongs to the console itself and must not be read. */
  readonly isHidden: (path: string) => Promise<boolean>
}

export interface LogAnswer {
  /** Newest first, at most as many as asked for. */
  readonly lines: readonly LogLine[]
  /** Sentences about what was left out. */
  readonly problems: readonly string[]
}

/** A kind of service, or of place, that keeps logs. */
export interface LogSource<Spec> {
  readonly key: string
  readonly spec: z.ZodType<Spec>
  /** Rejects with a sentence when nothing can be read. */
  readonly read: (spec: Spec, question: LogQuestion, context: LogContext) => Promise<LogAnswer>
}
