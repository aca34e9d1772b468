import { findFieldChange, type FieldChange } from '#shared/live/field-change.ts'
import type { RowChange } from './diff-rows.ts'

export interface FieldedChange extends RowChange<unknown> {
  readonly set?: readonly FieldChange[]
}

/** `before` must be exactly the state that the change applies to. */
export const byFields = <Row>(
  before: ReadonlyMap<string, Row>,
  { put, drop }: RowChange<Row>,
  getKey: (row: Row) => string,
): FieldedChange => {
  const whole: Row[] = []
  const set: FieldChange[] = []
  for (const row of put) {
    const key = getKey(row)
    const change = before.has(key) ? findFieldChange(key, before.get(key), row) : null
    if (change === null) whole.push(row)
    else set.push(change)
  }
  return { put: whole, set, drop }
}
