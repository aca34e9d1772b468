export const incidentStatuses = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'] as const

/** Least severe first. The backends store `Medium` with a capital. */
export const incidentSeverities = ['info', 'warning', 'low', 'Medium', 'high', 'blocker', 'critical'] as const

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

export const hypothesisStatuses = ['proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven'] as const

export const hypothesisTypes = ['root', 'factor', 'solution'] as const
export type HypothesisType = (typeof hypothesisTypes)[number]

const below: Readonly<Record<string, HypothesisType>> = { root: 'factor', factor: 'solution' }

export const findChildType = (type: string): HypothesisType | null => below[type] ?? null

const over: ReadonlySet<string> = new Set(['resolved', 'closed', 'cancelled'])

export const isOver = (status: string): boolean => over.has(status)
