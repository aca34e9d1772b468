import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { hasPrometheus, prometheusFields, queryPrometheus } from '#relay/backend/clients/servers/prometheus-query.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const spec = z
  .strictObject({ host: z.string().optional(), ...prometheusFields })
  .refine(({ host, ...fields }) => hasPrometheus({ ...fields, url: fields.url ?? host }), {
    message: 'required',
    path: ['url'],
  })
type PrometheusSpec = z.infer<typeof spec>

export const prometheus = defineCheckType<PrometheusSpec>({
  key: 'prometheus',
  spec,
  formatEndpoint: ({ host, url, connection }) => shownAddress(url ?? host ?? connection ?? ''),
  run: async ({ host, ...fields }, run) => {
    const start = performance.now()
    const results = await queryPrometheus({ ...fields, url: fields.url ?? host }, run)
    const elapsedMs = Math.round(performance.now() - start)
    if (results === undefined) return { pass: false, message: 'Not a Prometheus query response.' }
    const value = results[0]?.['value'] ?? null
    return {
      pass: true,
      message: `${formatQuantity(results.length, 'result')}${value === null ? '' : `, the first is ${String(value)}`}`,
      durationMs: elapsedMs,
      details: { results, count: results.length, value },
    }
  },
})
