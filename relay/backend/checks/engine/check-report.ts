import { z } from 'zod'
import { stagesSchema, timingsSchema, type CheckReport } from '#shared/health/check-report.ts'
import type { SentRequest } from '#shared/health/curl.ts'
import type { MetricSample } from '#relay/backend/checks/spec/check-metrics.ts'
import { clip } from '#relay/backend/checks/engine/judge-check.ts'
import { readAssertion } from '#relay/backend/checks/engine/failed-assertion.ts'
import { readUsedValues } from '#relay/backend/templates/used-values.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { isSecretName } from '#relay/config/passwords-in.ts'

interface ReportInput {
  readonly mask: Mask
  readonly time: number
  readonly pass: boolean
  readonly message: string
  /** Source of the `test` that was not true. */
  readonly failedTest: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
  readonly request: SentRequest | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly metrics: readonly MetricSample[]
}

const hidden = '***'
const bodyMax = 16_000
const headersMax = 60
const headerMax = 500
const metricsMax = 100
const stagesMax = 20

const redactHeader = (mask: Mask, name: string, value: string): [string, string] => [
  mask.inText(name),
  isSecretName(name) ? hidden : mask.inText(redactQuery(value)).slice(0, headerMax),
]

/** Names of parameters tell secrets that no `valueFrom` marks. */
const redactQuery = (address: string): string =>
  address.replaceAll(/([?&])([^=&#]*)=([^&#]*)/g, (whole, separator: string, name: string) =>
    isSecretName(name) ? `${separator}${name}=${hidden}` : whole,
  )

const redactRequest = (
  mask: Mask,
  { method, url, headers, body, isInsecure, followsRedirects }: SentRequest,
): CheckReport['request'] => ({
  method,
  ...(isInsecure === true && { isInsecure }),
  ...(followsRedirects === true && { followsRedirects }),
  url: mask.inText(redactQuery(url)),
  headers: headers.slice(0, headersMax).map(([name, value]) => redactHeader(mask, name, value)),
  ...(body !== undefined && { body: clip(mask.inText(body), bodyMax) }),
})

const responseSchema = z.object({
  code: z.number(),
  headers: z.record(z.string(), z.string()),
})

const readResponse = (mask: Mask, details: ReportInput['details']): CheckReport['response'] => {
  const read = responseSchema.safeParse(details)
  if (!read.success) return undefined
  const headers = Object.entries(read.data.headers).slice(0, headersMax)
  return {
    code: read.data.code,
    headers: Object.fromEntries(headers.map(([name, value]) => redactHeader(mask, name, value))),
  }
}

const readFailure = (input: ReportInput): CheckReport['assertion'] => {
  const { mask, message, failedTest, details, variables } = input
  if (failedTest !== undefined) {
    const values = readUsedValues(failedTest, variables).map(([path, text]): [string, string] => [
      mask.inText(path),
      mask.inText(text),
    ])
    return { expected: 'true', actual: 'false', expression: mask.inText(failedTest).slice(0, bodyMax), values }
  }
  const content = details?.['content']
  return readAssertion(message, typeof content === 'string' ? mask.inText(content) : content)
}

export const buildReport = (input: ReportInput): CheckReport => {
  const { mask, time, pass, request, details, metrics } = input
  const timings = timingsSchema.safeParse(details?.['timings'])
  const stages = stagesSchema.safeParse(details?.['stages'])
  const assertion = pass ? undefined : readFailure(input)
  const response = readResponse(mask, details)
  return {
    time: new Date(time).toISOString(),
    pass,
    ...(assertion !== undefined && { assertion }),
    ...(request !== undefined && { request: redactRequest(mask, request) }),
    ...(response !== undefined && { response }),
    ...(timings.success ? { timings: timings.data } : {}),
    ...(stages.success && stages.data.length > 0 ? { stages: stages.data.slice(0, stagesMax) } : {}),
    metrics: metrics.slice(0, metricsMax).map(({ name, type, labels, value }) => ({ name, type, labels, value })),
  }
}

const unchangedForMs = 30_000

/** Stores a report when it changed, apart from times, headers and values, and otherwise from time to time. */
export class ReportFilter {
  readonly #stored = new Map<string, { readonly text: string; readonly time: number }>()

  shouldStore(checkId: string, report: CheckReport, time: number): boolean {
    const { pass, assertion, request, response, metrics } = report
    const text = JSON.stringify([pass, { ...assertion, values: undefined }, request, response?.code, metrics])
    const before = this.#stored.get(checkId)
    if (before?.text === text && time - before.time < unchangedForMs) return false
    this.#stored.set(checkId, { text, time })
    return true
  }

  forget(isDeleted: (checkId: string) => boolean): void {
    for (const id of this.#stored.keys()) if (isDeleted(id)) this.#stored.delete(id)
  }
}
