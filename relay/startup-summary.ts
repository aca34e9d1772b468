import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'

const mostNames = 5

export const startupSummary = (body: string): string => {
  const summary = checkSummaryResponseSchema.safeParse(parseJson(body))
  if (!summary.success) return 'no check summary available yet'
  const names = (summary.data.checks_summary ?? []).map(({ name }) => name)
  if (names.length === 0) return 'no checks yet: put canary documents into RESOURCES_DIR'
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `checking ${names.slice(0, mostNames).join(', ')}${more}`
}
