import { expect, test } from 'vitest'
import { findLatency } from '#shared/health/check-order.ts'
import { toCheckRow } from '#shared/health/check-row.ts'
import { checkSummaryResponseSchema, checkSummarySchema } from '#shared/health/check-summary.ts'
import { healthFacts } from '#shared/health/health-facts.ts'
import { rollUp, toUptime } from '#shared/health/roll-up.ts'
import { findSinceMs } from '#shared/health/since.ts'
import { readRows } from '#shared/primitives/read-rows.ts'
import { fieldPaths, fuzzKinds, withField } from '#tests/fixtures/fuzz-values.ts'
import { recorded } from '#tests/fixtures/replay-backend.ts'

const summaries = checkSummaryResponseSchema.parse(recorded('head', 'canary-summary').body).checks_summary ?? []

const invalidNumbers = (values: object): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number' && !Number.isFinite(value) ? [`${name} ${value}`] : [],
  )

test.each(Object.entries(fuzzKinds))('no figure of health is invalid when a field is %s', (_name, change) => {
  const invalid = summaries.flatMap((summary) =>
    fieldPaths(summary).flatMap((path) =>
      readRows(checkSummarySchema, [withField(summary, path, change), summary], () => undefined)
        .map(toCheckRow)
        .flatMap((row) => {
          const figures = { uptime: toUptime(row), latency: findLatency(row), since: findSinceMs(row) }
          const facts = healthFacts([row], () => false)
          return invalidNumbers({ ...rollUp([row], () => false), ...facts, ...figures }).map(
            (text) => `${path.join('.')}: ${text}`,
          )
        }),
    ),
  )
  expect(summaries.length).toBeGreaterThan(0)
  expect(invalid).toEqual([])
})
