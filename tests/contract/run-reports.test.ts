import { expect, test } from 'vitest'
import { addCounts, emptyReport, parsePlaywrightReport, parseVitestReport, slowestFiles } from '#tests/run-reports.ts'

const result = (status: string, failureMessages: readonly string[] = []) => ({
  status,
  fullName: 'feed moves',
  failureMessages,
})
const vitest = {
  testResults: [
    {
      name: '/repo/tests/integration/live.test.ts',
      startTime: 1_000,
      endTime: 4_000,
      assertionResults: [
        result('passed'),
        result('failed', ['Error: gone']),
        result('skipped'),
        result('passed', ['AssertionError: expected 1 to be 2\n    at live.test.ts:5']),
      ],
    },
    { name: '/repo/shared/x.test.ts', startTime: 0, endTime: 10, assertionResults: [result('passed')] },
  ],
}
const spec = (title: string, line: number, status: string, durations: readonly number[]) => ({
  title,
  file: 'live.spec.ts',
  line,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
})
const playwright = {
  config: { rootDir: '/repo/tests/e2e' },
  suites: [
    {
      specs: [spec('stays', 3, 'expected', [500])],
      suites: [
        { specs: [spec('moves', 9, 'flaky', [2_000, 700])] },
        { specs: [spec('breaks', 12, 'unexpected', [1])] },
      ],
    },
  ],
}

test('counts a vitest report for the requested files; a test that passes on retry is flaky', () => {
  expect(parseVitestReport(vitest, '/repo', (file) => file.startsWith('tests/'))).toEqual({
    counts: { passed: 1, failed: 1, skipped: 1, flaky: 1 },
    files: [{ file: 'tests/integration/live.test.ts', ms: 3_000 }],
    flaky: ['tests/integration/live.test.ts feed moves: AssertionError: expected 1 to be 2'],
  })
})

test('a browser test that passes on retry is flaky, and both attempts count for its file', () => {
  expect(parsePlaywrightReport(playwright, '/repo')).toEqual({
    counts: { passed: 1, failed: 1, skipped: 0, flaky: 1 },
    files: [{ file: 'tests/e2e/live.spec.ts', ms: 3_201 }],
    flaky: ['tests/e2e/live.spec.ts:9 moves'],
  })
})

test('a missing report counts as zero', () => {
  expect(parseVitestReport(undefined, '/repo', () => true)).toEqual(emptyReport)
  expect(parsePlaywrightReport({ suites: 'none' }, '/repo')).toEqual(emptyReport)
})

test('adds up the counts and lists the files of all reports, slowest first', () => {
  const reports = [parseVitestReport(vitest, '/repo', () => true), parsePlaywrightReport(playwright, '/repo')]
  expect(addCounts(reports.map(({ counts }) => counts))).toEqual({ passed: 3, failed: 2, skipped: 1, flaky: 2 })
  expect(slowestFiles(reports, 2)).toEqual([
    { file: 'tests/e2e/live.spec.ts', ms: 3_201 },
    { file: 'tests/integration/live.test.ts', ms: 3_000 },
  ])
})
