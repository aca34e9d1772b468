/** `npm test`: everything that must hold, in one line. Each step is an npm script that can be run by itself. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { providePrograms } from './setup/programs.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const startedAtMs = Date.now()
const reports = '.cache/reports'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const missing = providePrograms(say)
if (missing.length > 0) {
  for (const sentence of missing) say(sentence)
  process.exit(1)
}

interface Step {
  readonly title: string
  readonly command: readonly string[]
}

/** The end of what each failed step printed: told once more at the very end, where a reader of a cut log looks. */
const failures: string[] = []
const keptLines = 80

/** Runs a step to its end; `hear` gets what it prints, as it comes. False when it failed. */
const run = async ({ title, command }: Step, hear: (chunk: string) => void): Promise<boolean> => {
  const beganAtMs = Date.now()
  const child = spawn('npx', ['--no-install', ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const listen = (chunk: string) => {
    printed += chunk
    hear(chunk)
  }
  child.stdout.setEncoding('utf8').on('data', listen)
  child.stderr.setEncoding('utf8').on('data', listen)
  const [code, signal] = await once(child, 'close')
  const isGood = code === 0
  const how = isGood ? 'good' : `FAILED (${signal ?? `exit ${code}`})`
  hear(`── ${title}: ${how}, ${Math.round((Date.now() - beganAtMs) / 1000)} s ──\n`)
  if (!isGood) {
    failures.push(
      `── ${title}: ${how}. The end of what it printed: ──\n${printed.split('\n').slice(-keptLines).join('\n')}`,
    )
  }
  return isGood
}

const step = (title: string, command: readonly string[]): Promise<boolean> => {
  say(`\n── ${title} ──`)
  return run({ title, command }, (chunk) => process.stdout.write(chunk))
}

const npmScript = (title: string, name: string): Step => ({ title, command: ['npm', 'run', '--silent', name] })

/** Steps that leave a core idle when they run alone. Each is told in whole when it ends. */
const beside = async (steps: readonly Step[]): Promise<boolean> => {
  const results = await Promise.all(
    steps.map(async (one) => {
      let told = `\n── ${one.title} ──\n`
      const isGood = await run(one, (chunk) => {
        told += chunk
      })
      process.stdout.write(told)
      return isGood
    }),
  )
  return results.every(Boolean)
}

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})
const read = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(`${reports}/${name}.json`, 'utf8'))
  } catch {
    return undefined
  }
}
interface Count {
  passed: number
  failed: number
  skipped: number
}
const nothing: Count = { passed: 0, failed: 0, skipped: 0 }
/** Of the files in `tests/`, or of those beside their source. */
const vitestCount = (isInTests: boolean): Count => {
  const { data } = vitestReport.safeParse(read('vitest'))
  const files = (data?.testResults ?? []).filter(({ name }) => relative('', name).startsWith('tests/') === isInTests)
  const all = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = all.filter(({ status }) => status === 'passed').length
  const failed = all.filter(({ status }) => status === 'failed').length
  return { passed, failed, skipped: all.length - passed - failed }
}
const playwrightCount = (): Count => {
  const { data } = playwrightReport.safeParse(read('browser'))
  return data === undefined
    ? nothing
    : { passed: data.stats.expected, failed: data.stats.unexpected + data.stats.flaky, skipped: data.stats.skipped }
}

const [pagesReported, pageLines] = [3, 160]

/** What was on the pages of browser tests that failed, as a screen reader would tell it: nobody can look there later. */
const reportFailedPages = () => {
  const folder = '.cache/playwright'
  const failed = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of failed.slice(0, pagesReported)) {
    const path = `${folder}/${name}/page.yaml`
    if (!existsSync(path)) continue
    const page = readFileSync(path, 'utf8')
    failures.push(`── On the page of ${name}: ──\n${page.split('\n').slice(0, pageLines).join('\n')}`)
  }
}

const good = [
  await beside([
    npmScript('types', 'check:types'),
    npmScript('lint and boundaries', 'check:lint'),
    npmScript('format', 'check:format'),
    npmScript('unused code', 'check:unused'),
    npmScript('build', 'build'),
  ]),
  await step('unit and server', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/vitest.json`,
  ]),
  await step('browser', ['playwright', 'test']),
].every(Boolean)
if (existsSync('.cache/playwright')) reportFailedPages()

const counts = [vitestCount(false), vitestCount(true), playwrightCount()]
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}))
const everyKindRan = counts.every((count) => count.passed > 0)
if (!everyKindRan) say('\nOne kind of test ran nothing at all: that is a failure.')
if (total.skipped > 0) say('\nSkipped tests are failures here: run them or remove them.')
for (const failure of failures) say(`\n${failure}`)
say(`\n${good ? 'Everything holds' : 'Something failed'}, ${Math.round((Date.now() - startedAtMs) / 1000)} s`)
say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(good && everyKindRan && total.skipped === 0 ? 0 : 1)
