import { request } from 'undici'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import type { ChartId, IntegrationChart } from '#shared/settings/integration-charts.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { embeddedAt, embeddedCharts } from './embedded-charts.ts'

interface ChartRegistryOptions {
  readonly url: string | undefined
  readonly nowMs?: () => number
}

export type ReadChart = (id: ChartId) => Promise<IntegrationChart>

const mostBytes = 1_000_000
const freshForMs = 60 * 60 * 1_000
const retryAfterMs = 60 * 1_000

const metadataSchema = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,127}$/),
  version: z.string().regex(/^[\w.+-]{1,64}$/),
})
const valuesSchema = z.record(z.string(), z.unknown())

/** Follows no redirects: only the configured address is contacted. */
const readText = async (url: string, signal: AbortSignal): Promise<string | undefined> => {
  const { statusCode, body } = await request(url, { signal })
  if (statusCode !== 200) {
    await body.dump()
    if (statusCode === 404) return undefined
    throw new ExpectedError(`the registry responded with status ${statusCode}`)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = z.instanceof(Buffer).parse(chunk)
    size += bytes.length
    if (size > mostBytes) throw new ExpectedError('the registry response exceeds 1 MB')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parsed = <T>(schema: z.ZodType<T>, read: () => unknown, file: string): T => {
  try {
    return schema.parse(read())
  } catch {
    throw new ExpectedError(`${file} from the registry is invalid`)
  }
}

const readFiles = async (folder: string, signal: AbortSignal) => {
  const [metadata, schema, values] = await Promise.all(
    ['Chart.yaml', 'values.schema.json', 'values.yaml'].map((file) => readText(`${folder}/${file}`, signal)),
  )
  if (metadata === undefined) throw new ExpectedError('the registry does not have this chart')
  parsed(valuesSchema.nullable(), () => parse(values ?? ''), 'values.yaml')
  return {
    ...parsed(metadataSchema, () => parse(metadata), 'Chart.yaml'),
    schema: schema === undefined ? null : parsed(valuesSchema, () => JSON.parse(schema), 'values.schema.json'),
    values: values ?? '',
  }
}

const describeFailure = (error: unknown): string => {
  if (error instanceof ExpectedError) return error.message
  const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
  return isLate ? 'the registry did not respond in time' : 'the registry is unreachable'
}

const embeddedChart = (id: ChartId, reason: string): IntegrationChart => {
  const { name, schema, values } = embeddedCharts[id]
  return { id, name, version: null, schema, values: stringify(values), source: 'embedded', at: embeddedAt, reason }
}

export const createChartRegistry = ({ url, nowMs = Date.now }: ChartRegistryOptions): ReadChart => {
  const cache = new Map<ChartId, { readonly untilMs: number; readonly chart: Promise<IntegrationChart> }>()
  const read = async (id: ChartId): Promise<IntegrationChart> => {
    if (url === undefined) return embeddedChart(id, 'the chart registry is disabled')
    try {
      const files = await readFiles(`${url}/${id}`, AbortSignal.timeout(5_000))
      return { id, ...files, source: 'registry', at: new Date(nowMs()).toISOString(), reason: null }
    } catch (error) {
      cache.set(id, {
        untilMs: nowMs() + retryAfterMs,
        chart: Promise.resolve(embeddedChart(id, describeFailure(error))),
      })
      return embeddedChart(id, describeFailure(error))
    }
  }
  return (id) => {
    const before = cache.get(id)
    if (before !== undefined && before.untilMs > nowMs()) return before.chart
    const chart = read(id)
    cache.set(id, { untilMs: nowMs() + freshForMs, chart })
    return chart
  }
}
