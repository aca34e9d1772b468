import { compareText } from '#shared/primitives/compare-text.ts'
interface OrderedRule {
  readonly id: string
  readonly priority: number
  readonly createdAt: string
}

/** The order in which rules are evaluated and listed: by priority, then the newest first. */
export const compareRules = (a: OrderedRule, b: OrderedRule): number =>
  b.priority - a.priority || Date.parse(b.createdAt) - Date.parse(a.createdAt) || compareText(a.id, b.id)
