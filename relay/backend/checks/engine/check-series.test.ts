import { Gauge, Registry } from 'prom-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCheckMetrics } from '#relay/http/check-metrics.ts'
import type { MetricSample } from '#relay/backend/checks/spec/check-metrics.ts'
import { CheckSeries, seriesMax } from './check-series.ts'

let registry: Registry
let series: CheckSeries
beforeEach(() => {
  registry = new Registry()
  series = new CheckSeries(createCheckMetrics(registry).series)
})

const sample = (over: Partial<MetricSample> = {}): MetricSample => ({
  name: 'rate',
  type: 'gauge',
  labels: { to: 'GBP' },
  value: 0.8,
  ...over,
})
const lines = async () =>
  (await registry.metrics())
    .split('\n')
    .filter((line) => /^(# TYPE )?(?!# |quarterdeck)/.test(line) && line !== '' && !line.includes('quarterdeck_'))

describe('exported series', () => {
  test('have the name, type, labels and value of the sample', async () => {
    series.record('a', [sample({ labels: { text: 'a "b"\\\nc' }, value: 1.5 })])
    expect(await lines()).toEqual(['# TYPE rate gauge', String.raw`rate{text="a \"b\"\\\nc"} 1.5`])
  })

  test('of a counter add up, and those of a gauge are replaced', async () => {
    for (const value of [2, 3])
      series.record('a', [sample({ name: 'seen', type: 'counter', value }), sample({ value })])
    expect(await lines()).toEqual(['# TYPE seen counter', 'seen{to="GBP"} 5', '# TYPE rate gauge', 'rate{to="GBP"} 3'])
  })

  test('of a histogram are buckets, sum and count', async () => {
    for (const value of [7, 70, 1e9])
      series.record('a', [sample({ name: 'took', type: 'histogram', labels: {}, value })])
    const shown = await lines()
    expect(shown).toContain('took_bucket{le="5"} 0')
    expect(shown).toContain('took_bucket{le="10"} 1')
    expect(shown).toContain('took_bucket{le="100"} 2')
    expect(shown.slice(-3)).toEqual(['took_bucket{le="+Inf"} 3', 'took_sum 1000000077', 'took_count 3'])
  })

  test('of a gauge end with the run that does not set them, and all with the check', async () => {
    series.record('a', [sample(), sample({ labels: { to: 'USD' } }), sample({ name: 'seen', type: 'counter' })])
    series.record('a', [sample({ labels: { to: 'USD' } })])
    expect(await lines()).toEqual([
      '# TYPE rate gauge',
      'rate{to="USD"} 0.8',
      '# TYPE seen counter',
      'seen{to="GBP"} 0.8',
    ])
    series.retain(() => false)
    expect(await lines()).toEqual([])
  })

  test('are limited per check', async () => {
    const many = Array.from({ length: seriesMax + 5 }, (_, index) => sample({ labels: { n: String(index) } }))
    expect(series.record('a', many)).toEqual([`5 series were not exported: a check can export ${seriesMax}.`])
    expect(await lines()).toHaveLength(seriesMax + 1)
    expect(series.record('b', [sample()])).toEqual([])
  })

  test('with new labels in each run replace those of the run before, up to the limit', async () => {
    for (const run of ['one', 'two', 'three']) {
      const all = Array.from({ length: seriesMax }, (_, index) => sample({ labels: { n: `${run} ${index}` } }))
      expect(series.record('a', all)).toEqual([])
      const shown = await lines()
      expect(shown).toHaveLength(seriesMax + 1)
      expect(shown[1]).toContain(run)
    }
  })

  test('change their type with the document', async () => {
    for (const type of ['counter', 'histogram', 'gauge'] as const)
      expect(series.record('a', [sample({ type, value: 1 })])).toEqual([])
    expect(await lines()).toEqual(['# TYPE rate gauge', 'rate{to="GBP"} 1'])
  })
})

test('reports a name or labels that conflict, and exports neither twice', async () => {
  registry.registerMetric(new Gauge({ name: 'journal_bytes', help: 'x', registers: [] }))
  series.record('a', [sample(), sample({ name: 'took', type: 'histogram' })])
  expect(
    series.record('b', [
      sample(),
      sample({ type: 'counter' }),
      sample({ name: 'took_sum' }),
      sample({ name: 'journal_bytes' }),
      sample({ name: 'quarterdeck_checks' }),
    ]),
  ).toEqual([
    'Metric rate: already exported as a gauge.',
    'Metric took_sum: the name conflicts with the histogram of another metric.',
    'Metric journal_bytes: the name is reserved.',
    'Metric quarterdeck_checks: the name is reserved.',
  ])
  expect(series.record('b', [sample()])).toEqual([
    'Metric rate: another check exports the same labels; add one that differs.',
  ])
  expect((await lines()).filter((line) => line.startsWith('rate'))).toEqual(['rate{to="GBP"} 0.8'])
})
