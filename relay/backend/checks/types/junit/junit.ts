import { posix } from 'node:path'
import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { needsCluster } from '#relay/backend/checks/types/kubernetes/needs-cluster.ts'
import { getOwnNamespace } from '#relay/backend/checks/types/kubernetes/own-namespace.ts'
import { podSchema, podTemplate, type PodTemplate } from '#relay/backend/checks/types/kubernetes/pod-fields.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { isPodFilePath, keepPodFiles, toPodFolder } from '#relay/backend/clients/kubernetes/pod-artifacts.ts'
import { readPodFiles } from '#relay/backend/clients/kubernetes/pod-files.ts'
import { withTemporaryPod } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { parseReport, sumTotals, type TestSuite } from './parse-report.ts'
import { withTemporaryFolder } from '#relay/backend/process/temporary-folder.ts'
import { buildTestPod, waitForTests } from './run-tests.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const artifactsMax = 20
const listedMax = 2_000
const failuresMax = 20
const shownMax = 3

/** Existing documents have the spec of the pod, not the pod. */
const podOfSpec = z
  .looseObject({ containers: z.array(z.looseObject({})).min(1) })
  .transform((podSpec): PodTemplate => ({ metadata: {}, spec: podSpec }))

const artifact = z.strictObject({
  path: z.string().refine(isPodFilePath, 'must be the absolute path of a file in a folder, such as /reports/*.xml'),
})

const spec = z.strictObject({
  ...clusterSignIn,
  testResults: z.string().startsWith('/', 'must be an absolute path in the container'),
  spec: z.union([podTemplate, podSchema, podOfSpec], {
    error: 'must be the spec of a pod with containers, or the YAML of a Pod',
  }),
  artifacts: z.array(artifact).max(artifactsMax).optional(),
})
type JunitSpec = z.infer<typeof spec>

/** The volume for reports is mounted over a folder. */
const toFolder = (path: string): string => (path.endsWith('.xml') ? posix.dirname(path) : path)

const judge = (suites: readonly TestSuite[], exits: Readonly<Record<string, number>>): CheckResult => {
  const totals = sumTotals(suites)
  const tests = suites.flatMap((suite) => suite.tests)
  const bad = tests.filter(({ status }) => status === 'failed' || status === 'error')
  let left = listedMax
  const listed = suites.map((suite) => {
    const shown = suite.tests.slice(0, left)
    left -= shown.length
    return { ...suite, tests: shown }
  })
  const failures = bad
    .slice(0, failuresMax)
    .map(({ name, classname, message }) => ({ name: classname === '' ? name : `${classname}.${name}`, message }))
  const details = { ...totals, count: tests.length, failures, exits, results: { ...totals, suites: listed } }
  const incomplete =
    tests.length > listedMax ? { suites: `only the first ${listedMax} of ${tests.length} tests are listed` } : undefined
  if (tests.length === 0) return { pass: false, message: 'The reports contain no test.', details }
  if (bad.length > 0) {
    const summary = `${bad.length} of ${tests.length} tests failed`
    const shown = failures
      .slice(0, shownMax)
      .map(({ name, message }) => (message === '' ? name : `${name}: ${message.split('\n')[0] ?? ''}`))
    const rest = bad.length - shown.length
    return {
      pass: false,
      message: `${summary}. ${shown.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`,
      messageIfTestPasses: summary,
      ...(incomplete && { incomplete }),
      details,
    }
  }
  const failedExit = Object.entries(exits).find(([, code]) => code !== 0)
  if (failedExit !== undefined) {
    const [container, code] = failedExit
    return { pass: false, message: `No test failed, but container ${container} exited with ${code}.`, details }
  }
  if (totals.passed === 0) {
    const summary = `No test ran, ${totals.skipped} skipped`
    return { pass: false, message: `${summary}.`, messageIfTestPasses: summary, details }
  }
  const skipped = totals.skipped === 0 ? '' : `, ${totals.skipped} skipped`
  return {
    pass: true,
    message: `${formatQuantity(totals.passed, 'test')} passed${skipped}`,
    ...(incomplete && { incomplete }),
    details,
  }
}

/** Runs the tests in a pod, reads their reports and deletes the pod, also after an abort. */
export const junit = defineCheckType<JunitSpec>({
  key: 'junit',
  requires: needsCluster,
  timeoutMinutes: 5,
  spec,
  formatEndpoint: ({ spec: { metadata, spec: pod }, testResults }) =>
    metadata.name ?? z.string().catch(testResults).parse(pod.containers[0]?.['image']),
  run: async (checkSpec, run, { keepFile }) =>
    withCluster(checkSpec, run, async (api) => {
      const { spec: template, testResults, artifacts = [] } = checkSpec
      const paths = keepFile === undefined ? [] : artifacts.map((each) => each.path)
      const folder = toFolder(testResults)
      const namespace = template.metadata.namespace ?? getOwnNamespace(run)
      const pod = buildTestPod(template, namespace, [folder, ...paths.map(toPodFolder)], run.timeoutMs)
      return withTemporaryPod(api, pod, run, async ({ path }): Promise<CheckResult> => {
        const exits = await waitForTests(api, path, run)
        const read = () => readPodFiles(api, path, { script: 'paths', values: paths }, run.signal)
        const missing =
          keepFile === undefined
            ? []
            : await withTemporaryFolder(undefined, (own) => keepPodFiles(paths, read, own, keepFile))
        const warnings = missing.length > 0 && { warnings: missing }
        const files = await readPodFiles(api, path, { script: 'reports', values: [folder] }, run.signal)
        if (files.length === 0)
          return {
            pass: false,
            message: `The tests wrote no report (*.xml) to ${folder}.`,
            details: { exits },
            ...warnings,
          }
        const suites: TestSuite[] = []
        for (const { path: file, content } of files)
          try {
            suites.push(...parseReport(content.toString()))
          } catch (error) {
            return { pass: false, message: `${file}: ${describeError(error, '')}`, details: { exits }, ...warnings }
          }
        return { ...judge(suites, exits), ...warnings }
      })
    }),
})
