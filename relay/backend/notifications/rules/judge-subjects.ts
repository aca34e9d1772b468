import { toSlices } from '#shared/primitives/to-slices.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'
import { evaluateFilters, type Verdict } from './evaluate-filters.ts'
import type { NotificationRule } from './rules.ts'

const atOnce = 8

/** By the keys of the subjects, all of which pass a rule without filters. */
export const judgeSubjects = async (
  rule: NotificationRule,
  subjects: ReadonlyMap<string, Subject>,
): Promise<ReadonlyMap<string, Pick<Verdict, 'passes' | 'error'>>> => {
  const verdicts = new Map<string, Pick<Verdict, 'passes' | 'error'>>()
  for (const some of toSlices([...subjects], atOnce))
    await Promise.all(
      some.map(async ([key, subject]) => {
        const verdict = (await evaluateFilters([rule], subject)).get(rule.id)
        verdicts.set(key, { passes: verdict?.passes ?? true, error: verdict?.error ?? null })
      }),
    )
  return verdicts
}
