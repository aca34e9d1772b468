import { z } from 'zod'
import { filledText } from '#shared/primitives/document-scalars.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { envVars, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { rangeFields, readRange } from '#relay/backend/clients/run/time-range.ts'

export const prometheusFields = {
  url: z.string().optional(),
  query: z.string().min(1),
  tls: tlsConfig.optional(),
  headers: envVars.optional(),
  ...httpSignIn,
}
const fields = z.strictObject({
  ...prometheusFields,
  range: z.strictObject({ start: rangeFields.start, end: rangeFields.end, step: filledText }).optional(),
})
type PrometheusQuery = z.infer<typeof fields>

export const hasPrometheus = ({ url, connection }: Pick<PrometheusQuery, 'url' | 'connection'>): boolean =>
  (url ?? connection ?? '') !== ''

export const prometheusQuery = fields.refine(hasPrometheus, { message: 'required', path: ['url'] })

const sample = z.tuple([z.number(), z.string()])
const series = z.object({
  metric: z.record(z.string(), z.string()),
  value: sample.optional(),
  values: z.array(sample).optional(),
})
const responseSchema = z.object({
  status: z.literal('success'),
  data: z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal('vector'), result: z.array(series) }),
    z.object({ resultType: z.literal('matrix'), result: z.array(series) }),
    z.object({ resultType: z.literal('scalar'), result: sample }),
    z.object({ resultType: z.literal('string'), result: sample }),
  ]),
})

type PrometheusData = z.infer<typeof responseSchema>['data']
/** The labels of a series with `value`, which is not a number for NaN and infinity; of a range also `timestamp`. */
export type PrometheusRow = Readonly<Record<string, string | number | null>>

const numberIn = (text: string): number | string => {
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

const toRows = (data: PrometheusData): PrometheusRow[] => {
  if (data.resultType === 'scalar') return [{ value: numberIn(data.result[1]) }]
  if (data.resultType === 'string') return [{ value: data.result[1] }]
  return data.result.map(({ metric, value, values }) => {
    const last = value ?? values?.at(-1)
    return { ...metric, value: last === undefined ? null : numberIn(last[1]) }
  })
}

const toSamples = (data: PrometheusData): PrometheusRow[] =>
  data.resultType === 'matrix'
    ? data.result.flatMap(({ metric, values = [] }) =>
        values.map(([seconds, text]) => ({
          ...metric,
          timestamp: new Date(seconds * 1_000).toISOString(),
          value: numberIn(text),
        })),
      )
    : toRows(data)

const toPath = ({ query, range }: PrometheusQuery): string => {
  if (range === undefined) return `/api/v1/query?query=${encodeURIComponent(query)}`
  const { fromMs, toMs } = readRange(range)
  const parameters = new URLSearchParams({
    query,
    start: String(fromMs / 1_000),
    end: String(toMs / 1_000),
    step: range.step,
  })
  return `/api/v1/query_range?${parameters.toString()}`
}

/** Undefined when the response is not one of Prometheus. Of a range, a row for each sample; else one for each series. */
export const queryPrometheus = async (
  spec: PrometheusQuery,
  run: ClientRun,
): Promise<readonly PrometheusRow[] | undefined> => {
  const read = responseSchema.safeParse(await jsonOver(spec, { url: spec.url, path: toPath(spec) }, run))
  if (!read.success) return undefined
  return spec.range === undefined ? toRows(read.data.data) : toSamples(read.data.data)
}
