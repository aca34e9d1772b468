import { createListMemory } from './list-memory.ts'

const partSize = 16

/**
 * Compares rows by identity, so they must be immutable. `read` must depend only on the rows; a different function
 * reads everything again.
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
