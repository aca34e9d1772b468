import { expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { summarizeCheck } from './check-summary.ts'

const about = (overrides: Parameters<typeof checkRow>[0], stale = false) =>
  summarizeCheck({ check: checkRow(overrides), stale })

test("a row shows the failure, or else the check's endpoint", () => {
  expect(about({ status: 'unhealthy', message: 'expected 200, got 503' })).toEqual({
    text: 'expected 200, got 503',
    tone: 'failure',
  })
  expect(about({ status: 'unhealthy', message: 'lag' }, true)).toEqual({ text: 'lag', tone: 'stale' })
  expect(about({ status: '', problem: 'needs a cluster' })).toEqual({ text: 'needs a cluster', tone: 'note' })
  expect(about({ status: '', lastRuntime: null })).toEqual({ text: 'no result yet', tone: 'note' })
  expect(about({ status: 'unknown', notEvaluated: { id: 'd', name: 'db' }, message: '200 OK' })).toEqual({
    text: 'Not evaluated: depends on db, which is failing',
    tone: 'note',
  })
  expect(about({ message: '200 OK' })).toEqual({ text: 'https://example.com/', tone: 'endpoint' })
  expect(about({ endpoint: '', message: 'disk 40 %' })).toEqual({ text: 'disk 40 %', tone: 'note' })
})
