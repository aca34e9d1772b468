const isSame = <Row>(a: readonly Row[], b: readonly Row[]): boolean =>
  a.length === b.length && a.every((row, at) => row === b[at])

/** Rows are compared by identity. One list is cached per first row, for as long as that row lives. */
export const createListMemory = <Row extends object, Made>() => {
  const known = new WeakMap<Row, { readonly rows: readonly Row[]; readonly made: Made }>()
  return (rows: readonly Row[], make: (rows: readonly Row[]) => Made): Made => {
    const [first] = rows
    const before = first && known.get(first)
    if (before !== undefined && isSame(before.rows, rows)) return before.made
    const made = make(rows)
    if (first !== undefined) known.set(first, { rows, made })
    return made
  }
}
export type ListMemory<Row extends object, Made> = ReturnType<typeof createListMemory<Row, Made>>
