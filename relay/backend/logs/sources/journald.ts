import { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { programLines } from '#relay/backend/process/program-lines.ts'
import { bareEnvironment } from '#relay/backend/process/run-process.ts'
import type { LogContext, LogFilter, LogSource, LogStream } from '#relay/backend/logs/log-source.ts'
import { parseLine } from './line-text.ts'
import { matchesText } from './line-matches.ts'

const names = z.array(z.string().min(1)).optional()
const spec = z.strictObject({ units: names, identifiers: names, directory: z.string().startsWith('/').optional() })
type JournalSpec = z.infer<typeof spec>

const batchLines = 500
const levels = ['fatal', 'fatal', 'critical', 'error', 'warn', 'notice', 'info', 'debug']

const text = z.string().optional().catch(undefined)
const entrySchema = z.looseObject({
  __REALTIME_TIMESTAMP: z.coerce.number(),
  /** An array of bytes if the message is not text. */
  MESSAGE: z.union([z.string(), z.array(z.number())]),
  PRIORITY: z.coerce.number().optional().catch(undefined),
  _SYSTEMD_UNIT: text,
  UNIT: text,
  SYSLOG_IDENTIFIER: text,
  _PID: text,
  _HOSTNAME: text,
})

const known = (labels: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const toLine = (json: string): LogLine | undefined => {
  const entry = entrySchema.safeParse(parseBoundedJson(json))
  if (!entry.success) return undefined
  const { __REALTIME_TIMESTAMP: micros, MESSAGE: message, PRIORITY: priority, ...fields } = entry.data
  const line = parseLine(typeof message === 'string' ? message : Buffer.from(message).toString('utf8'))
  const level = priority === undefined ? undefined : levels[priority]
  return {
    timestamp: new Date(micros / 1000).toISOString(),
    message: line.message,
    labels: {
      ...known({
        unit: fields._SYSTEMD_UNIT ?? fields.UNIT,
        identifier: fields.SYSLOG_IDENTIFIER,
        pid: fields._PID,
        host: fields._HOSTNAME,
        level,
      }),
      ...line.labels,
    },
  }
}

async function* entries(
  { units = [], identifiers = [], directory }: JournalSpec,
  more: readonly string[],
  { signal }: LogContext,
): AsyncGenerator<LogLine> {
  const args = [
    '--output=json',
    '--quiet',
    '--no-pager',
    ...units.map((unit) => `--unit=${unit}`),
    ...identifiers.map((identifier) => `--identifier=${identifier}`),
    ...(directory === undefined ? [] : [`--directory=${directory}`]),
    ...more,
  ]
  for await (const json of programLines('journalctl', args, { env: bareEnvironment(), signal })) {
    const line = toLine(json)
    if (line !== undefined) yield line
  }
}

async function* newest(spec: JournalSpec, filter: LogFilter, context: LogContext): LogStream {
  const { fromMs, toMs } = filter
  const span = [`--since=@${Math.floor(fromMs / 1000)}`, `--until=@${Math.ceil(toMs / 1000)}`]
  const matches = matchesText(filter)
  let batch: LogLine[] = []
  for await (const line of entries(spec, ['--reverse', ...span], context)) {
    const atMs = Date.parse(line.timestamp)
    if (atMs < fromMs || atMs > toMs || !matches(line)) continue
    batch.push(line)
    if (batch.length < batchLines) continue
    yield batch
    batch = []
  }
  yield batch
}

async function* follow(spec: JournalSpec, filter: LogFilter, context: LogContext): LogStream {
  const matches = matchesText(filter)
  yield []
  for await (const line of entries(spec, ['--follow', '--lines=0'], context)) if (matches(line)) yield [line]
}

async function* streams(spec: JournalSpec, filter: LogFilter, context: LogContext): AsyncGenerator<LogStream> {
  yield newest(spec, filter, context)
}

export const journald: LogSource<JournalSpec> = { key: 'journald', spec, streams, follow }
