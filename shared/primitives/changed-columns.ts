import { sameJson } from './same-json.ts'

/** Columns to write. An unchanged one is never sent, because it may be masked or hold more than the form can show. */
export const changedColumns = <Row extends object>(before: object, after: Row): Partial<Row> => {
  const stored = new Map<string, unknown>(Object.entries(before))
  const isChanged = ([column, value]: readonly [string, unknown]) =>
    !sameJson(stored.get(column) ?? null, value ?? null)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a subset of the entries of a row is a partial row
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Row>
}
