import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { envVars, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'

const spec = z
  .strictObject({
    host: z.string().optional(),
    url: z.string().optional(),
    query: z.string().min(1),
    tls: tlsConfig.optional(),
    headers: envVars.optional(),
    ...httpSignIn,
  })
  .refine(({ host, url, connection }) => (host ?? url ?? connection ?? '') !== '', {
    message: 'required',
    path: ['url'],
  })
type PrometheusSpec = z.infer<typeof spec>

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

export const prometheus = defineCheckType<PrometheusSpec>({
  key: 'prometheus',
  spec,
  formatEndpoint: ({ host, url, connection }) => shownAddress(url ?? host ?? connection ?? ''),
  run: async (spec, run) => {
    const start = performance.now()
    const path = `/api/v1/query?query=${encodeURIComponent(spec.query)}`
    const read = responseSchema.safeParse(await jsonOver(spec, { url: spec.url ?? spec.host, path }, run))
    const elapsedMs = Math.round(performance.now() - start)
    if (!read.success) return { pass: false, message: 'Not a Prometheus query response.' }
    const results = toResults(read.data.data)
    const value = results[0]?.['value'] ?? null
    return {
      pass: true,
      message: `${results.length} result${results.length === 1 ? '' : 's'}${value === null ? '' : `, the first is ${String(value)}`}`,
      durationMs: elapsedMs,
      details: { results, count: results.length, value },
    }
  },
})

const numberIn = (text: string): number | string => {
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

const toResults = (data: z.infer<typeof responseSchema>['data']): Record<string, string | number | null>[] => {
  if (data.resultType === 'scalar') return [{ value: numberIn(data.result[1]) }]
  if (data.resultType === 'string') return [{ value: data.result[1] }]
  return data.result.map(({ metric, value, values }) => {
    const last = value ?? values?.at(-1)
    return { ...metric, value: last === undefined ? null : numberIn(last[1]) }
  })
}
