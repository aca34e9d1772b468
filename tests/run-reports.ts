import { relative } from 'node:path'
import { z } from 'zod'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly flaky: number
}

export interface FileDuration {
  readonly file: string
  readonly ms: number
}

export interface RunReport {
  readonly counts: Counts
  readonly files: readonly FileDuration[]
  readonly flaky: readonly string[]
}

export const emptyReport: RunReport = { counts: { passed: 0, failed: 0, skipped: 0, flaky: 0 }, files: [], flaky: [] }

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

/** A test that passed on retry counts as flaky, neither as passed nor as failed. It keeps the failure of its first attempt. */
export const parseVitestReport = (report: unknown, root: string, includes: (file: string) => boolean): RunReport => {
  const { data } = vitestSchema.safeParse(report)
  const included = (data?.testResults ?? []).filter(({ name }) => includes(relative(root, name)))
  const tests = included.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => {
      const [failure] = failureMessages ?? []
      const isFlaky = status === 'passed' && failure !== undefined
      return {
        status: isFlaky ? 'flaky' : status,
        name: `${relative(root, name)} ${fullName}: ${failure?.split('\n')[0]}`,
      }
    }),
  )
  const flaky = tests.filter(({ status }) => status === 'flaky').map(({ name }) => name)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  return {
    counts: { passed, failed, skipped: tests.length - passed - failed - flaky.length, flaky: flaky.length },
    files: included.map(({ name, startTime, endTime }) => ({ file: relative(root, name), ms: endTime - startTime })),
    flaky,
  }
}

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ duration: z.number() })),
    }),
  ),
})
interface Suite {
  readonly specs: readonly z.infer<typeof specSchema>[]
  readonly suites?: readonly Suite[] | undefined
}
const suiteSchema: z.ZodType<Suite> = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.array(suiteSchema).optional()
  },
})
const playwrightSchema = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(suiteSchema) })

const listSpecs = (suites: readonly Suite[]): readonly z.infer<typeof specSchema>[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...listSpecs(inner)])

export const parsePlaywrightReport = (report: unknown, root: string): RunReport => {
  const { data } = playwrightSchema.safeParse(report)
  if (data === undefined) return emptyReport
  const folder = relative(root, data.config.rootDir)
  const tests = listSpecs(data.suites).flatMap(({ file, line, title, tests: runs }) =>
    runs.map(({ status, results }) => ({
      file: `${folder}/${file}`,
      name: `${folder}/${file}:${line} ${title}`,
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  const count = (wanted: (typeof tests)[number]['status']) => tests.filter(({ status }) => status === wanted).length
  const msByFile = new Map<string, number>()
  for (const { file, ms } of tests) msByFile.set(file, (msByFile.get(file) ?? 0) + ms)
  return {
    counts: {
      passed: count('expected'),
      failed: count('unexpected'),
      skipped: count('skipped'),
      flaky: count('flaky'),
    },
    files: [...msByFile].map(([file, ms]) => ({ file, ms })),
    flaky: tests.filter(({ status }) => status === 'flaky').map(({ name }) => name),
  }
}

export const addCounts = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
      flaky: sum.flaky + counts.flaky,
    }),
    emptyReport.counts,
  )

export const slowestFiles = (reports: readonly RunReport[], limit: number): readonly FileDuration[] =>
  reports
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, limit)
