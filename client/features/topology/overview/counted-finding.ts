import type { CountedRows } from '#client/domain/attention/counted-rows.ts'
import type { Finding, FindingLine } from './area.ts'

export const toSource = ({ status, total, reason }: CountedRows<unknown>) => ({
  status,
  isKnown: total !== null,
  reason,
})

export const countedFinding = <Row>(
  { rows, total }: CountedRows<Row>,
  {
    toTitle,
    toLine,
    ...finding
  }: Omit<Finding, 'title' | 'lines'> & {
    readonly toTitle: (count: number) => string
    readonly toLine: (row: Row) => FindingLine
  },
): Finding => ({ ...finding, title: toTitle(total ?? rows.length), lines: rows.map(toLine) })
