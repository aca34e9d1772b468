import { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { tlsConfig } from '#relay/backend/checks/types/fields.ts'
import type { ClientRun } from '#relay/backend/clients/client-run.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http-json.ts'
import type { LogAnswer, LogQuestion, LogSource } from '#relay/backend/logs/log-source.ts'
import { lineOfFields } from './line-text.ts'

const spec = z
  .strictObject({
    address: z.string().optional(),
    url: z.string().optional(),
    index: z.string().min(1),
    fields: z
      .strictObject({ timestamp: z.string().min(1).optional(), message: z.string().min(1).optional() })
      .optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ address, url, connection }) => (address ?? url ?? connection ?? '') !== '', {
    message: 'is missing',
    path: ['address'],
  })
type IndexSpec = z.infer<typeof spec>

const answer = z.looseObject({
  hits: z.looseObject({ hits: z.array(z.looseObject({ _source: z.record(z.string(), z.unknown()).optional() })) }),
})

const queryOf = (question: LogQuestion, timeKey: string, messageKey: string): string => {
  const { fromMs, toMs, labels, text, limit } = question
  const range = { [timeKey]: { gte: fromMs, lte: toMs, format: 'epoch_millis' } }
  return JSON.stringify({
    size: limit,
    sort: [{ [timeKey]: 'desc' }],
    query: {
      bool: {
        filter: [
          { range },
          ...Object.entries(labels).map(([name, value]) => ({ match_phrase: { [name]: value } })),
          ...(text === '' ? [] : [{ match_phrase_prefix: { [messageKey]: text } }]),
        ],
      },
    },
  })
}

const leftOut = (count: number, field: string): string =>
  count === 1
    ? `1 document has no field ${field} and was left out.`
    : `${count} documents have no field ${field} and were left out.`

const read = async (spec: IndexSpec, question: LogQuestion, run: ClientRun): Promise<LogAnswer> => {
  const [timeKey, messageKey] = [spec.fields?.timestamp ?? '@timestamp', spec.fields?.message ?? 'message']
  const path = `/${encodeURIComponent(spec.index)}/_search`
  const body = queryOf(question, timeKey, messageKey)
  const json = answer.safeParse(await jsonOver(spec, { url: spec.address ?? spec.url, path, body }, run))
  if (!json.success) throw new Error('Expected the answer of a search, and it is none.')
  const lines: LogLine[] = []
  for (const { _source: fields } of json.data.hits.hits) {
    const line = fields && lineOfFields(fields, { timeKey, messageKey })
    if (line !== undefined) lines.push(line)
  }
  const left = json.data.hits.hits.length - lines.length
  return { lines, problems: left === 0 ? [] : [leftOut(left, messageKey)] }
}

const of = (key: string): LogSource<IndexSpec> => ({ key, spec, read })

/** The documents of an index, by time, by words in their message and by fields. */
export const [elasticsearch, opensearch] = [of('elasticsearch'), of('opensearch')]
