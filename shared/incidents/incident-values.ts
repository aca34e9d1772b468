/** What an incident goes through, in this order (ledger INC-01). */
export const incidentStatuses = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'] as const

/** How bad an incident is, the least first; the capital is how the backends keep it (ledger INC-02). */
export const incidentSeverities = ['info', 'warning', 'low', 'Medium', 'high', 'blocker', 'critical'] as const

/** What an incident is about (ledger INC-03). */
export const incidentTypes = [
  'cost',
  'availability',
  'performance',
  'security',
  'integration',
  'compliance',
  'technicalDebt',
  'reliability',
] as const

/** How much somebody believes a hypothesis, the most first (ledger INC-09). */
export const hypothesisStatuses = ['proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven'] as const

/** A cause, what made it worse, what mends it: each stands below the one before (ledger INC-11). */
export const hypothesisTypes = ['root', 'factor', 'solution'] as const
export type HypothesisType = (typeof hypothesisTypes)[number]

const below: Readonly<Record<string, HypothesisType>> = { root: 'factor', factor: 'solution' }

/** What a hypothesis below one of this type is; null: nothing stands below it (ledger INC-12). */
export const findChildType = (type: string): HypothesisType | null => below[type] ?? null

const over: ReadonlySet<string> = new Set(['resolved', 'closed', 'cancelled'])

/** Whether nobody has to do anything about an incident any more. */
export const isOver = (status: string): boolean => over.has(status)
