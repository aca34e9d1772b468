import { compareText } from '#shared/primitives/compare-text.ts'
import type { MetricSample } from '#relay/backend/checks/spec/check-metrics.ts'
import type { SeriesLine, SeriesRegistry } from '#relay/http/check-metrics.ts'

export const seriesMax = 100
const reservedPrefix = /^(?:quarterdeck|process|nodejs)_/
const bounds = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000,
]

interface Series {
  readonly checkId: string
  readonly sample: MetricSample
  /** Last value of a gauge, sum of the other types. */
  value: number
  count: number
  readonly buckets: number[]
}

interface Family {
  readonly name: string
  readonly type: MetricSample['type']
  readonly series: Map<string, Series>
}

const toKey = ({ labels }: MetricSample): string =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => compareText(one, other)))

const listNames = ({ name, type }: Pick<MetricSample, 'name' | 'type'>): string[] =>
  type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]

/**
 * Series of checks for the metrics endpoint. Counters and histograms accumulate until the relay stops; a gauge that
 * a run does not set is removed.
 */
export class CheckSeries {
  readonly #registry: SeriesRegistry
  readonly #families = new Map<string, Family>()
  readonly #byCheck = new Map<string, Set<Series>>()

  constructor(registry: SeriesRegistry) {
    this.#registry = registry
  }

  /** Returns reasons for samples that are not exported. */
  record(checkId: string, samples: readonly MetricSample[]): string[] {
    const own = this.#byCheck.get(checkId) ?? new Set<Series>()
    const reasons = new Map<string, string>()
    this.#closeUnset(own, samples)
    let left = 0
    for (const sample of samples) {
      const rejection = this.#findConflict(sample)
      if (rejection !== undefined) {
        reasons.set(sample.name, rejection)
        continue
      }
      const known = this.#families.get(sample.name)?.series.get(toKey(sample))
      if (known !== undefined && known.checkId !== checkId) {
        reasons.set(sample.name, `Metric ${sample.name}: another check exports the same labels; add one that differs.`)
        continue
      }
      if (known === undefined && own.size >= seriesMax) {
        left += 1
        continue
      }
      const series = known ?? this.#open(checkId, sample)
      own.add(series)
      update(series, sample)
    }
    if (own.size > 0) this.#byCheck.set(checkId, own)
    else this.#byCheck.delete(checkId)
    return [
      ...reasons.values(),
      ...(left > 0 ? [`${left} series were not exported: a check can export ${seriesMax}.`] : []),
    ]
  }

  retain(hasCheck: (checkId: string) => boolean): void {
    for (const checkId of this.#byCheck.keys()) if (!hasCheck(checkId)) this.remove(checkId)
  }

  remove(checkId: string): void {
    const own = this.#byCheck.get(checkId)
    if (own === undefined) return
    for (const series of own) this.#close(series, own)
    this.#byCheck.delete(checkId)
  }

  /** Before series are added: the old labels of a check must not use up its limit, nor its old type keep the name. */
  #closeUnset(own: Set<Series>, samples: readonly MetricSample[]): void {
    const set = new Set(samples.map((sample) => `${sample.name} ${sample.type} ${toKey(sample)}`))
    const types = new Map(samples.map(({ name, type }) => [name, type]))
    for (const series of own) {
      const { name, type } = series.sample
      const isRetyped = (types.get(name) ?? type) !== type
      const isUnset = type === 'gauge' && !set.has(`${name} ${type} ${toKey(series.sample)}`)
      if (isRetyped || isUnset) this.#close(series, own)
    }
  }

  #findConflict(sample: MetricSample): string | undefined {
    const { name, type } = sample
    const family = this.#families.get(name)
    if (family?.type === type) return undefined
    if (family !== undefined) return `Metric ${name}: already exported as a ${family.type}.`
    const names = listNames(sample)
    if (reservedPrefix.test(name) || names.some((each) => this.#registry.isReserved(each)))
      return `Metric ${name}: the name is reserved.`
    for (const other of this.#families.values()) {
      if (listNames(other).some((each) => names.includes(each)))
        return `Metric ${name}: the name conflicts with the histogram of another metric.`
    }
    return undefined
  }

  #open(checkId: string, sample: MetricSample): Series {
    let family = this.#families.get(sample.name)
    if (family === undefined) {
      const opened: Family = { name: sample.name, type: sample.type, series: new Map() }
      family = opened
      this.#families.set(sample.name, opened)
      this.#registry.add(opened.name, opened.type, () => [...opened.series.values()].flatMap(listLines))
    }
    const series: Series = { checkId, sample, value: 0, count: 0, buckets: bounds.map(() => 0) }
    family.series.set(toKey(sample), series)
    return series
  }

  #close(series: Series, own: Set<Series>): void {
    own.delete(series)
    const family = this.#families.get(series.sample.name)
    family?.series.delete(toKey(series.sample))
    if (family?.series.size !== 0) return
    this.#families.delete(family.name)
    this.#registry.remove(family.name)
  }
}

const update = (series: Series, { type, value }: MetricSample): void => {
  if (type === 'gauge') {
    series.value = value
    return
  }
  series.value += value
  if (type === 'counter') return
  series.count += 1
  for (const [index, bound] of bounds.entries()) {
    if (value <= bound) series.buckets[index] = (series.buckets[index] ?? 0) + 1
  }
}

const listLines = ({ sample: { name, type, labels }, value, count, buckets }: Series): SeriesLine[] => {
  if (type !== 'histogram') return [{ metricName: name, labels, value }]
  return [
    ...bounds.map((le, index) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le },
      value: buckets[index] ?? 0,
    })),
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
