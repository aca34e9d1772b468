import { expect, test } from 'vitest'
import { alerts, dashboard, findUnknown, parseQuery, queries } from '#tests/fixtures/monitoring/queries.ts'

test.each(queries)('the query of $name is valid PromQL', ({ expression }) => {
  const { errors, metrics } = parseQuery(expression)
  expect(errors).toBe(0)
  expect(metrics.length).toBeGreaterThan(0)
})

test('an invalid query is found', () => {
  expect(parseQuery('sum by (le (rate(a[5m]))').errors).toBeGreaterThan(0)
})

test.each(queries)('$name prints only labels that the query retains', ({ expression, printed }) => {
  const { groupedBy } = parseQuery(expression)
  expect(printed.filter((label) => groupedBy?.includes(label) === false)).toEqual([])
})

test('metrics and labels that a relay does not have are reported', () => {
  const unknown = findUnknown('# TYPE quarterdeck_part_up gauge\nquarterdeck_part_up{name="x"} 1\n')
  expect(unknown).toContain('QuarterdeckDatabaseDown: quarterdeck_database_up')
  expect(unknown).not.toContain('QuarterdeckPartDown: quarterdeck_part_up')
})

test('alerts have names of their own and say what they mean', () => {
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
  for (const { annotations } of alerts) expect(Object.keys(annotations)).toEqual(['summary', 'description'])
})

test('panels of the dashboard have an id each, do not overlap and use its variables', () => {
  const { panels, templating } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance'])
  for (const { type, datasource, targets } of panels) {
    if (type === 'row') continue
    expect(datasource?.uid).toBe('${datasource}')
    expect(targets.length).toBeGreaterThan(0)
  }
  const jobs = queries.flatMap(({ expression }) => parseQuery(expression).metrics.map(({ labels }) => labels['job']))
  expect(new Set(jobs)).toEqual(new Set(['quarterdeck', undefined]))
})
