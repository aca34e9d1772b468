/** `npm test`: all checks and tests. Each step is an npm script of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { addCounts, parsePlaywrightReport, parseVitestReport, slowestFiles, type RunReport } from './run-reports.ts'
import { providePrograms } from './setup/programs.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const startedAtMs = Date.now()
const reportsFolder = '.cache/reports'
rmSync(reportsFolder, { recursive: true, force: true })
mkdirSync(reportsFolder, { recursive: true })

const missing = providePrograms(print)
if (missing.length > 0) {
  for (const message of missing) print(message)
  process.exit(1)
}

interface Step {
  readonly title: string
  readonly command: readonly string[]
  readonly priority?: number
}

/** Printed again at the very end, because the middle of a long log may be cut. */
const failures: string[] = []
const durations: string[] = []
const failureLines = 80

/** Runs a step to its end and passes its output to `onOutput` as it comes. False when the step failed. */
const run = async ({ title, command, priority }: Step, onOutput: (chunk: string) => void): Promise<boolean> => {
  const stepStartedAtMs = Date.now()
  const child = spawn('npx', ['--no-install', ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority)
  let output = ''
  const onData = (chunk: string) => {
    output += chunk
    onOutput(chunk)
  }
  child.stdout.setEncoding('utf8').on('data', onData)
  child.stderr.setEncoding('utf8').on('data', onData)
  const [code, signal] = await once(child, 'close')
  const isGood = code === 0
  const result = isGood ? 'passed' : `FAILED (${signal ?? `exit ${code}`})`
  const duration = `${Math.round((Date.now() - stepStartedAtMs) / 1000)} s`
  durations.push(`${title} ${duration}`)
  onOutput(`── ${title}: ${result}, ${duration} ──\n`)
  if (!isGood) {
    failures.push(`── ${title}: ${result}. Last lines: ──\n${output.split('\n').slice(-failureLines).join('\n')}`)
  }
  return isGood
}

const runStep = (step: Step): Promise<boolean> => {
  print(`\n── ${step.title} ──`)
  return run(step, (chunk) => process.stdout.write(chunk))
}

const npmScript = (title: string, name: string): Step => ({ title, command: ['npm', 'run', '--silent', name] })

/** Takes only the processor time that the tests beside it leave while they wait. */
const beside = (step: Step): Step => ({ ...step, priority: constants.priority.PRIORITY_LOW })

/** Prints the output of each step as one block when the step ends. */
const runTogether = async (steps: readonly Step[]): Promise<boolean> => {
  const results = await Promise.all(
    steps.map(async (step) => {
      let output = `\n── ${step.title} ──\n`
      const isGood = await run(step, (chunk) => {
        output += chunk
      })
      process.stdout.write(output)
      return isGood
    }),
  )
  return results.every(Boolean)
}

const readReport = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(`${reportsFolder}/${name}.json`, 'utf8'))
  } catch {
    return undefined
  }
}

const [pagesReported, pageLines] = [3, 160]

/** The accessibility tree of the page at the moment a browser test failed. */
const listFailedPages = (): readonly string[] => {
  const folder = '.cache/playwright'
  if (!existsSync(folder)) return []
  const failed = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return failed.slice(0, pagesReported).flatMap(({ name }) => {
    const path = `${folder}/${name}/page.yaml`
    if (!existsSync(path)) return []
    const page = readFileSync(path, 'utf8').split('\n').slice(0, pageLines).join('\n')
    return [`── Page of ${name}: ──\n${page}`]
  })
}

const slowestMax = 20
const printDurations = (reports: readonly RunReport[]) => {
  print(`\nSlowest ${slowestMax} test files:`)
  for (const { file, ms } of slowestFiles(reports, slowestMax))
    print(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  print(`\nSteps: ${durations.join(', ')}`)
}

const checks = runTogether(
  [
    npmScript('types', 'check:types'),
    npmScript('lint and boundaries', 'check:lint'),
    npmScript('format', 'check:format'),
    npmScript('unused code', 'check:unused'),
    npmScript('language', 'check:language'),
  ].map(beside),
)
const results = [
  await runStep(npmScript('build', 'build')),
  await runStep({
    title: 'unit and server',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportsFolder}/vitest.json`,
    ],
  }),
  await runStep({ title: 'browser', command: ['playwright', 'test'] }),
  await checks,
]

const vitestReport = readReport('vitest')
const isInTests = (file: string) => file.startsWith('tests/')
const reports = [
  parseVitestReport(vitestReport, process.cwd(), (file) => !isInTests(file)),
  parseVitestReport(vitestReport, process.cwd(), isInTests),
  parsePlaywrightReport(readReport('browser'), process.cwd()),
]
const total = addCounts(reports.map(({ counts }) => counts))
const hasEveryKind = reports.every(({ counts }) => counts.passed > 0)
const isGood = results.every(Boolean) && hasEveryKind && total.skipped === 0

printDurations(reports)
if (!hasEveryKind) print('\nOne kind of test did not run. This counts as a failure.')
if (total.skipped > 0) print(`\n${total.skipped} tests were skipped. Run or delete them.`)
for (const failure of [...failures, ...(isGood ? [] : listFailedPages())]) print(`\n${failure}`)
print(
  `\n${isGood ? 'All checks and tests passed' : 'Some checks or tests failed'} in ${Math.round((Date.now() - startedAtMs) / 1000)} s`,
)
for (const test of reports.flatMap(({ flaky }) => flaky)) print(`flaky: ${test}`)
print(`${total.passed} passed, ${total.failed} failed, ${total.flaky} flaky`)
process.exit(isGood ? 0 : 1)
