import type { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

export type ValuesByField = Readonly<Record<string, readonly string[]>>

export interface LogFilter {
  readonly labels: Readonly<Record<string, string>>
  readonly text: string
  readonly pattern?: ((message: string) => boolean) | undefined
  readonly include: ValuesByField
  readonly exclude: ValuesByField
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
}

export interface LogContext extends ClientRun {
  /** Security: true for the console's own files, which must not be read. */
  readonly isHidden: (path: string) => Promise<boolean>
  readonly onError: (message: string) => void
}

export type LogStream = AsyncIterable<readonly LogLine[]>

export interface LogSource<Spec> {
  readonly key: string
  readonly spec: z.ZodType<Spec>
  readonly streams: (spec: Spec, filter: LogFilter, context: LogContext) => AsyncIterable<LogStream>
  /** New lines, oldest first, until the signal is aborted. The first batch may be empty and marks the start. */
  readonly follow: (spec: Spec, filter: LogFilter, context: LogContext) => LogStream
}
