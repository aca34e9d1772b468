import type { RunnableCheck } from '#relay/backend/checks/spec/canary-spec.ts'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { TransformOutput } from '#relay/backend/checks/engine/transformed-result.ts'
import { evaluateAll, type CompiledTemplate } from '#relay/backend/templates/template.ts'

type Judging = Pick<RunnableCheck, 'test' | 'display' | 'transform'>

export interface Verdict {
  readonly pass: boolean
  readonly message: string
  readonly invalid: boolean
  readonly made?: Evaluated | undefined
  /** Source of the `test` that was not true. */
  readonly failedTest?: string | undefined
}

export const invalid = (message: string): Verdict => ({ pass: false, message, invalid: true })

export const judge = async (
  result: CheckResult,
  { test, display, transform }: Judging,
  environment: () => Readonly<Record<string, unknown>>,
  owner: string,
): Promise<Verdict> => {
  let { pass, message } = result
  const isJudged = (pass || result.messageIfTestPasses !== undefined) && test !== undefined
  if (!pass && !isJudged && transform !== undefined && result.messageIfTransformed !== undefined) {
    pass = true
    message = result.messageIfTransformed
  }
  const {
    test: verdict,
    display: shown,
    transform: made,
  } = await evaluateParts(
    {
      test: isJudged ? test : undefined,
      display: result.details === undefined ? undefined : display,
      transform: pass || isJudged ? transform : undefined,
    },
    environment,
    owner,
  )
  if (verdict !== undefined) {
    message = result.messageIfTestPasses ?? message
    if (!verdict.ok) return invalid(verdict.message)
    const passed = parseVerdict(verdict.value)
    if (passed === undefined) {
      const shownValue = clip(JSON.stringify(verdict.value) ?? 'nothing', 80)
      return invalid(`test: must return true or false, got ${shownValue}.`)
    }
    pass = passed
    if (!pass) message = `Test failed. ${message}`
  }
  const lacking = pass ? findLackingField(result, { test: isJudged ? test : undefined, transform }) : undefined
  if (lacking !== undefined) return invalid(lacking)
  if (shown?.ok === true) message = pass || isJudged ? toText(shown.value) : `${message} ${toText(shown.value)}`.trim()
  else if (shown !== undefined && pass) return invalid(shown.message)
  const failedTest = verdict !== undefined && !pass ? test?.source : undefined
  if (pass && made !== undefined) return { pass, message, invalid: false, made }
  return { pass, message, invalid: result.invalid === true, failedTest }
}

const findLackingField = (
  { incomplete = {} }: CheckResult,
  parts: Readonly<Record<'test' | 'transform', CompiledTemplate | undefined>>,
): string | undefined => {
  for (const [field, reason] of Object.entries(incomplete)) {
    for (const [part, template] of Object.entries(parts))
      if (template !== undefined && new RegExp(`\\b${field}\\b`).test(template.source))
        return `${part}: reads ${field}, but ${reason}.`
  }
  return undefined
}

/** `markFailOnEmpty` is about the list that the transform returned, otherwise the one that the check read. */
export const failIfEmpty = (
  verdict: Verdict,
  { markFailOnEmpty }: Pick<RunnableCheck['base'], 'markFailOnEmpty'>,
  { details = {} }: CheckResult,
  transformed: TransformOutput | undefined,
): Verdict => {
  if (markFailOnEmpty !== true || !verdict.pass) return verdict
  const isEmpty =
    transformed === undefined ? hasNoResults(details) : transformed.results.length === 0 && transformed.own.length === 0
  return isEmpty ? { pass: false, message: 'The result is empty.', invalid: false } : verdict
}

const hasNoResults = ({ count, results, json }: Readonly<Record<string, unknown>>): boolean =>
  count === 0 || [results, json].some((list) => Array.isArray(list) && list.length === 0)

const parseVerdict = (returned: unknown): boolean | undefined => {
  // A template in a block of YAML ends with a line break.
  const value = typeof returned === 'string' ? returned.trim() : returned
  if (value === true || value === 'true') return true
  return value === false || value === 'false' || value === '' || value === null ? false : undefined
}

type Evaluated = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

type Part = 'test' | 'display' | 'transform'

const evaluateParts = async (
  templates: Readonly<Record<Part, CompiledTemplate | undefined>>,
  environment: () => Readonly<Record<string, unknown>>,
  owner: string,
): Promise<Partial<Record<Part, Evaluated>>> => {
  const present = (['test', 'display', 'transform'] as const).flatMap((part) => {
    const template = templates[part]
    return template === undefined ? [] : [{ part, template }]
  })
  if (present.length === 0) return {}
  const all = await evaluateAll(
    present.map(({ template }) => template),
    environment(),
    { owner },
  )
  return Object.fromEntries(
    all.map((outcome, index): [Part | undefined, Evaluated] => {
      const part = present[index]?.part
      if (outcome.ok) return [part, outcome]
      return [part, { ok: false, message: `${part}: ${outcome.error.message}` }]
    }),
  )
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export const clip = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
