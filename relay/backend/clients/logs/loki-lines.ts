import { z } from 'zod'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { duration, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { RawLine } from './log-line.ts'
import { rangeFields, readRange } from '#relay/backend/clients/run/time-range.ts'

const usualLimit = 100

export const lokiSpec = z
  .strictObject({
    url: z.string().optional(),
    query: z.string().min(1),
    ...rangeFields,
    since: duration.optional(),
    step: scalarText.optional(),
    interval: scalarText.optional(),
    direction: z.enum(['forward', 'backward']).optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })

const responseSchema = z.looseObject({
  data: z.looseObject({
    resultType: z.literal('streams', 'a query of metrics returns no lines'),
    result: z.array(
      z.looseObject({
        stream: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.string().regex(/^\d{7,}$/), z.string()], z.unknown())),
      }),
    ),
  }),
})

const isMetric = z.looseObject({ data: z.looseObject({ resultType: z.enum(['matrix', 'vector', 'scalar']) }) })

export const readLoki = async (spec: z.infer<typeof lokiSpec>, run: ClientRun): Promise<RawLine[]> => {
  const { url, query, limit = usualLimit, since: sinceMs, step, interval, direction, start, end } = spec
  const { fromMs, toMs } = readRange({ start, end, sinceMs })
  const parameters = new URLSearchParams({
    query,
    start: `${fromMs}000000`,
    end: `${toMs}000000`,
    limit: String(limit),
    ...(step !== undefined && { step }),
    ...(interval !== undefined && { interval }),
    ...(direction !== undefined && { direction }),
  })
  const json = await jsonOver(spec, { url, path: `/loki/api/v1/query_range?${parameters.toString()}` }, run)
  if (isMetric.safeParse(json).success) throw new Error('The query returns numbers, not log lines')
  const read = responseSchema.safeParse(json)
  if (!read.success) throw new Error('Not a Loki query response')
  return read.data.data.result.flatMap(({ stream, values }) =>
    values.map(([nanos, message]): RawLine => ({
      fields: stream,
      message,
      at: new Date(Number(nanos.slice(0, -6))).toISOString(),
    })),
  )
}
