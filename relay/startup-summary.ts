import { listNames } from '#shared/primitives/list-names.ts'
import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'

export const startupSummary = (body: string): string => {
  const summary = checkSummaryResponseSchema.safeParse(parseJson(body))
  if (!summary.success) return 'no check summary available yet'
  const names = (summary.data.checks_summary ?? []).map(({ name }) => name)
  if (names.length === 0) return 'no checks yet: put canary documents into RESOURCES_DIR'
  return `checking ${listNames(names, 5)}`
}
