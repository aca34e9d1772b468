import { createListMemory } from './list-memory.ts'

/** Small enough that a changed row has few others read again, large enough that there are few parts to join. */
const partSize = 16

/**
 * Reads a long list part by part and remembers what was read: of another list only the parts that hold another object are
 * read, all of them when `read` is another function. For rows, which are replaced and never changed, a few at a time.
 * What `read` says must depend on the rows alone.
 */
export const createInParts = <Row extends object, Part>() => {
  type Read = (rows: readonly Row[]) => Part
  let known: Read | null = null
  let memory = createListMemory<Row, Part>()
  return (rows: readonly Row[], read: Read): readonly Part[] => {
    if (known !== read) memory = createListMemory()
    known = read
    const parts: Part[] = []
    for (let start = 0; start < rows.length; start += partSize) {
      parts.push(memory(rows.slice(start, start + partSize), read))
    }
    return parts
  }
}
