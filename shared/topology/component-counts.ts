import type { ComponentRow } from './topology.ts'

type Summary = NonNullable<ComponentRow['summary']>

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, each) => total + each, 0)
const sumAll = (counts: Summary['insights']) =>
  Object.values(counts ?? {}).reduce((total, severities) => total + sum(severities), 0)

export const componentCounts = (summary: ComponentRow['summary']) => ({
  incidents: sumAll(summary?.incidents),
  insights: sumAll(summary?.insights),
  checks: sum(summary?.checks ?? {}),
})
