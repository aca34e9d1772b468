import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

type SeriesType = 'counter' | 'gauge' | 'histogram'

export interface SeriesLine {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

export interface SeriesRegistry {
  isReserved(name: string): boolean
  add(name: string, type: SeriesType, listLines: () => SeriesLine[]): void
  remove(name: string): void
}

const config = { name: 'type', help: 'type', registers: [] }
const metricOfType = {
  counter: new Counter(config),
  gauge: new Gauge(config),
  histogram: new Histogram(config),
}

/** A gauge to the library; type and values are those of the series. */
class CheckMetric extends Gauge {
  readonly #type: SeriesType
  readonly #listLines: () => SeriesLine[]

  constructor(registry: Registry, name: string, type: SeriesType, listLines: () => SeriesLine[]) {
    super({ name, help: 'Set by checks.', registers: [registry] })
    this.#type = type
    this.#listLines = listLines
  }

  override async get(): ReturnType<Gauge['get']> {
    const { type } = await metricOfType[this.#type].get()
    return { ...(await super.get()), type, values: this.#listLines() }
  }
}

const createSeriesRegistry = (registry: Registry): SeriesRegistry => ({
  isReserved: (name) =>
    registry
      .getMetricsAsArray()
      .some((metric) => !(metric instanceof CheckMetric) && [name, baseName(name)].includes(metric.name)),
  add: (name, type, listLines) => void new CheckMetric(registry, name, type, listLines),
  remove: (name) => registry.removeSingleMetric(name),
})

const baseName = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '')

export const createCheckMetrics = (registry: Registry) => {
  const late = new Histogram({
    name: 'quarterdeck_check_late_seconds',
    help: 'Delay of check starts after their due time.',
    buckets: [0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  })
  const missed = new Counter({
    name: 'quarterdeck_check_missed_total',
    help: 'Check starts skipped because the previous run was still running.',
    registers: [registry],
  })
  return {
    onStart: (lateMs: number) => late.observe(lateMs / 1_000),
    onMissed: () => missed.inc(),
    series: createSeriesRegistry(registry),
  }
}
