import { z } from 'zod'
import { parseQuery, queryText } from '#relay/backend/clients/logs/opensearch-lines.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import type { LogContext, LogFilter, LogSource, LogStream } from '#relay/backend/logs/log-source.ts'
import { lineFromFields } from './line-text.ts'
import { pollPages, readPages, type RequestPage, type KeyedLine } from './read-pages.ts'

/** `name:` and, base64-encoded, the domain and the id of the cluster, separated by `$`. */
const parseCloudId = (id: string): string | undefined => {
  const [domain = '', cluster = ''] = Buffer.from(id.split(':').at(-1) ?? '', 'base64')
    .toString()
    .split('$')
  const address = `https://${cluster}.${domain}`
  return cluster !== '' && domain !== '' && URL.canParse(address) ? address : undefined
}

const spec = z
  .strictObject({
    address: z.string().optional(),
    url: z.string().optional(),
    cloud_id: z
      .string()
      .refine((id) => parseCloudId(id) !== undefined, 'must be a cloud id such as name:ZXhhbXBsZS5vcmckYWJj')
      .optional(),
    api_key: secret(envVar).optional(),
    index: z.string().min(1),
    /** Limits the lines beside labels, text and time. */
    query: queryText.optional(),
    fields: z
      .strictObject({ timestamp: z.string().min(1).optional(), message: z.string().min(1).optional() })
      .optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ address, url, cloud_id: cloudId, connection }) => (address ?? url ?? cloudId ?? connection ?? '') !== '', {
    message: 'required',
    path: ['address'],
  })
type IndexSpec = z.infer<typeof spec>

const responseSchema = z.looseObject({
  hits: z.looseObject({
    hits: z.array(z.looseObject({ _id: z.string().optional(), _source: z.record(z.string(), z.unknown()).optional() })),
  }),
})

const createQuery = (spec: IndexSpec, filter: LogFilter, timeKey: string, messageKey: string): string => {
  const { fromMs, toMs, labels, text, limit } = filter
  const { query: own } = parseQuery(spec.query ?? '') ?? {}
  const range = { [timeKey]: { gte: fromMs, lte: toMs, format: 'epoch_millis' } }
  return JSON.stringify({
    size: limit,
    sort: [{ [timeKey]: 'desc' }],
    query: {
      bool: {
        filter: [
          { range },
          ...(own === undefined ? [] : [own]),
          ...Object.entries(labels).map(([name, value]) => ({ match_phrase: { [name]: value } })),
          ...(text === '' ? [] : [{ match_phrase_prefix: { [messageKey]: text } }]),
        ],
      },
    },
  })
}

const leftOut = (count: number, field: string): string =>
  count === 1
    ? `1 document has no field ${field} and was skipped.`
    : `${count} documents have no field ${field} and were skipped.`

const createPageReader =
  (spec: IndexSpec, context: LogContext): RequestPage =>
  async (filter) => {
    const [timeKey, messageKey] = [spec.fields?.timestamp ?? '@timestamp', spec.fields?.message ?? 'message']
    const path = `/${encodeURIComponent(spec.index)}/_search`
    const body = createQuery(spec, filter, timeKey, messageKey)
    const url = spec.address ?? spec.url ?? parseCloudId(spec.cloud_id ?? '')
    const key = spec.api_key === undefined ? undefined : await context.secret(spec.api_key)
    const headers = key === undefined ? undefined : [{ name: 'authorization', value: `ApiKey ${key}` }]
    const json = responseSchema.safeParse(await jsonOver({ ...spec, headers }, { url, path, body }, context))
    if (!json.success) throw new Error('Not a search response.')
    const { hits } = json.data.hits
    const lines: KeyedLine[] = []
    for (const { _id: id, _source: fields } of hits) {
      const line = fields && lineFromFields(fields, { timeKey, messageKey })
      if (line === undefined) continue
      lines.push({ line, atMs: Date.parse(line.timestamp), key: id ?? `${line.timestamp} ${line.message}` })
    }
    const left = hits.length - lines.length
    if (left > 0) context.onError(leftOut(left, messageKey))
    return { count: hits.length, lines }
  }

async function* streams(spec: IndexSpec, filter: LogFilter, context: LogContext): AsyncGenerator<LogStream> {
  yield readPages(filter, createPageReader(spec, context))
}

const follow = (spec: IndexSpec, filter: LogFilter, context: LogContext): LogStream =>
  pollPages(filter, context, createPageReader(spec, context))

const of = (key: string): LogSource<IndexSpec> => ({ key, spec, streams, follow })

export const [elasticsearch, opensearch] = [of('elasticsearch'), of('opensearch')]
