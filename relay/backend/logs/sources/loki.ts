import { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { tlsConfig } from '#relay/backend/checks/types/fields.ts'
import type { ClientRun } from '#relay/backend/clients/client-run.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http-json.ts'
import type { LogAnswer, LogQuestion, LogSource } from '#relay/backend/logs/log-source.ts'
import { lineOfText } from './line-text.ts'

const spec = z
  .strictObject({
    url: z.string().optional(),
    /** The stream selector that every question starts with, such as `{namespace="prod"}`. */
    query: z
      .string()
      .regex(/^\{.*\}$/s, 'must be a stream selector such as {namespace="prod"}')
      .optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'is missing', path: ['url'] })
type LokiSpec = z.infer<typeof spec>

const answer = z.looseObject({
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

const queryOf = (selector: string | undefined, { labels, text }: LogQuestion): string => {
  const own = (selector ?? '{}').slice(1, -1).trim()
  const matchers = Object.entries(labels).map(([name, value]) => {
    if (!nameOk.test(name)) throw new Error(`${name} is no name of a label in Loki.`)
    return `${name}=${JSON.stringify(value)}`
  })
  const all = [...(own === '' ? [] : [own]), ...matchers]
  if (all.length === 0) throw new Error('Loki needs at least one label; give the log backend a query.')
  const line = text === '' ? '' : ` |~ ${JSON.stringify(`(?i)${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`)}`
  return `{${all.join(',')}}${line}`
}

const read = async (spec: LokiSpec, question: LogQuestion, run: ClientRun): Promise<LogAnswer> => {
  const asked = new URLSearchParams({
    query: queryOf(spec.query, question),
    start: `${question.fromMs}000000`,
    end: `${question.toMs}000000`,
    limit: String(question.limit),
    direction: 'backward',
  })
  const path = `/loki/api/v1/query_range?${asked.toString()}`
  const json = answer.safeParse(await jsonOver(spec, { url: spec.url, path }, run))
  if (!json.success) throw new Error('Expected lines of logs, and Loki answered something else.')
  const lines: LogLine[] = json.data.data.result.flatMap(({ stream, values }) =>
    values.map(([nanos, text]) => {
      const { message, labels } = lineOfText(text)
      return {
        timestamp: new Date(Number(nanos.slice(0, -6))).toISOString(),
        message,
        labels: { ...labels, ...stream },
      }
    }),
  )
  return { lines, problems: [] }
}

/** Streams of Loki, by their labels and by a text that stands in the line. */
export const loki: LogSource<LokiSpec> = { key: 'loki', spec, read }
