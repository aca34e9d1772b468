import { isMap } from '#shared/primitives/is-map.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { parseXml } from '#relay/backend/parsing/parse-xml.ts'

type TestStatus = 'passed' | 'failed' | 'error' | 'skipped'

interface TestCase {
  readonly name: string
  readonly classname: string
  readonly status: TestStatus
  /** Seconds. */
  readonly duration: number
  readonly message: string
}

interface TestTotals {
  readonly passed: number
  readonly failed: number
  readonly error: number
  readonly skipped: number
  readonly duration: number
}

export interface TestSuite extends TestTotals {
  readonly name: string
  readonly tests: readonly TestCase[]
}

const messageMax = 500

const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
/** Some tools write a comma between thousands. */
const toSeconds = (value: unknown): number => {
  const seconds = Number(toText(value).replaceAll(',', ''))
  return Number.isFinite(seconds) ? seconds : 0
}

const readMessage = (entry: unknown): string => {
  if (!isMap(entry)) return toText(entry)
  return toText(entry['-message']) || toText(entry['#content']) || toText(entry['-type'])
}

const outcomes = [
  ['error', 'error'],
  ['failure', 'failed'],
  ['skipped', 'skipped'],
] as const

/** Without attributes and children, an element is a text. */
const readCase = (entry: unknown): TestCase => {
  const fields = isMap(entry) ? entry : {}
  const outcome = outcomes.find(([element]) => fields[element] !== undefined)
  const [first] = outcome === undefined ? [] : toList(fields[outcome[0]])
  return {
    name: toText(fields['-name']),
    classname: toText(fields['-classname']),
    status: outcome?.[1] ?? 'passed',
    duration: toSeconds(fields['-time']),
    message: readMessage(first).slice(0, messageMax),
  }
}

export const sumTotals = (parts: readonly TestTotals[]): TestTotals => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failed: parts.reduce((sum, { failed }) => sum + failed, 0),
  error: parts.reduce((sum, { error }) => sum + error, 0),
  skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  duration: parts.reduce((sum, { duration }) => sum + duration, 0),
})

const countCases = (tests: readonly TestCase[]): TestTotals => {
  const count = (status: TestStatus) => tests.filter((test) => test.status === status).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    error: count('error'),
    skipped: count('skipped'),
    duration: tests.reduce((sum, { duration }) => sum + duration, 0),
  }
}

/** Counts the tests: totals in attributes of a suite can be wrong. Suites can be nested. */
const readSuites = (entry: unknown): readonly TestSuite[] => {
  if (!isMap(entry)) return []
  const tests = toList(entry['testcase']).map(readCase)
  const own = { name: toText(entry['-name']), tests, ...countCases(tests) }
  return [...(tests.length === 0 ? [] : [own]), ...toList(entry['testsuite']).flatMap(readSuites)]
}

/** Throws if the text is not a JUnit report. */
export const parseReport = (text: string): readonly TestSuite[] => {
  const root = parseXml(text)
  const [suites, suite] = isMap(root) ? [root['testsuites'], root['testsuite']] : []
  if (suites === undefined && suite === undefined)
    throw new Error('Not a JUnit report: its root is neither testsuites nor testsuite')
  return [...toList(suites), ...toList(suite)].flatMap(readSuites)
}
