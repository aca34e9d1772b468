/** Small enough that a changed row has few others read again, large enough that there are few parts to join. */
const partSize = 16

const isSamePart = <Row>(rows: readonly Row[], before: readonly Row[], start: number, end: number): boolean => {
  if (Math.min(start + partSize, before.length) !== end) return false
  for (let at = start; at < end; at++) if (rows[at] !== before[at]) return false
  return true
}

/**
 * Reads a long list part by part and remembers what was read: of the next list only the parts that hold another object are
 * read again, all of them when `read` is another function. For rows, which are replaced and never changed, a few at a time.
 * What `read` says must depend on the rows alone.
 */
export const createInParts = <Row, Part>() => {
  type Read = (rows: readonly Row[]) => Part
  let known: { readonly rows: readonly Row[]; readonly parts: readonly Part[]; readonly read: Read | null } = {
    rows: [],
    parts: [],
    read: null,
  }
  return (rows: readonly Row[], read: Read): readonly Part[] => {
    const before = known.read === read ? known : null
    const parts: Part[] = []
    for (let start = 0; start < rows.length; start += partSize) {
      const end = Math.min(start + partSize, rows.length)
      const part = before !== null && isSamePart(rows, before.rows, start, end) ? before.parts[parts.length] : undefined
      parts.push(part ?? read(rows.slice(start, end)))
    }
    known = { rows, parts, read }
    return parts
  }
}
