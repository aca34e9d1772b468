import { z } from 'zod'
import { tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import type { LogContext, LogFilter, LogSource, LogStream } from '#relay/backend/logs/log-source.ts'
import { parseLine } from './line-text.ts'
import { pollPages, readPages, type RequestPage, type KeyedLine } from './read-pages.ts'

const spec = z
  .strictObject({
    url: z.string().optional(),
    query: z
      .string()
      .regex(/^\{.*\}$/s, 'must be a stream selector such as {namespace="prod"}')
      .optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })
type LokiSpec = z.infer<typeof spec>

const responseSchema = z.looseObject({
  data: z.looseObject({
    resultType: z.literal('streams'),
    result: z.array(
      z.looseObject({
        stream: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.string(), z.string()], z.unknown())),
      }),
    ),
  }),
})

const nameOk = /^[a-zA-Z_][a-zA-Z0-9_]*$/

const createQuery = (selector: string | undefined, { labels, text }: LogFilter): string => {
  const own = (selector ?? '{}').slice(1, -1).trim()
  const matchers = Object.entries(labels).map(([name, value]) => {
    if (!nameOk.test(name)) throw new Error(`${name} is not a valid Loki label name.`)
    return `${name}=${JSON.stringify(value)}`
  })
  const all = [...(own === '' ? [] : [own]), ...matchers]
  if (all.length === 0) throw new Error('Loki needs at least one label. Set a query in the log backend.')
  const line = text === '' ? '' : ` |~ ${JSON.stringify(`(?i)${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`)}`
  return `{${all.join(',')}}${line}`
}

const newestFirst = (one: KeyedLine, other: KeyedLine): number => other.atMs - one.atMs

const createPageReader =
  (spec: LokiSpec, context: LogContext): RequestPage =>
  async (filter) => {
    const parameters = new URLSearchParams({
      query: createQuery(spec.query, filter),
      start: `${filter.fromMs}000000`,
      // Loki excludes the end itself, but lines of its millisecond are wanted.
      end: `${filter.toMs + 1}000000`,
      limit: String(filter.limit),
      direction: 'backward',
    })
    const path = `/loki/api/v1/query_range?${parameters.toString()}`
    const json = responseSchema.safeParse(await jsonOver(spec, { url: spec.url, path }, context))
    if (!json.success) throw new Error('Not a Loki query response.')
    const lines = json.data.data.result.flatMap(({ stream, values }) =>
      values.map(([nanos, text]): KeyedLine => {
        const { message, labels } = parseLine(text)
        const atMs = Number(nanos.slice(0, -6))
        const line = { timestamp: new Date(atMs).toISOString(), message, labels: { ...labels, ...stream } }
        return { line, atMs, key: `${nanos} ${JSON.stringify(stream)} ${text}` }
      }),
    )
    return { count: lines.length, lines: lines.sort(newestFirst) }
  }

async function* streams(spec: LokiSpec, filter: LogFilter, context: LogContext): AsyncGenerator<LogStream> {
  yield readPages(filter, createPageReader(spec, context))
}

const follow = (spec: LokiSpec, filter: LogFilter, context: LogContext): LogStream =>
  pollPages(filter, context, createPageReader(spec, context))

export const loki: LogSource<LokiSpec> = { key: 'loki', spec, streams, follow }
