const rows = new WeakSet<object>()

/** The times of a marked row are timestamps in CEL, and text elsewhere. A copy of the row is not marked. */
export const markRow = <Row extends object>(row: Row): Row => {
  rows.add(row)
  return row
}

export const isMarkedRow = (value: object): boolean => rows.has(value)
