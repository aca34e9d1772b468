import { z } from 'zod'

/**
 * Reads a list row by row: one that its schema refuses is left out, and `onUnread` is told why. Throws a ZodError when the
 * value is no list, or a list with rows of which none can be read.
 */
export const readRows = <Row>(row: z.ZodType<Row>, value: unknown, onUnread: (error: z.ZodError) => void): Row[] => {
  const entries = z.array(z.unknown()).parse(value)
  const refusals: z.ZodError[] = []
  const rows = entries.flatMap((entry) => {
    const read = row.safeParse(entry)
    if (read.success) return [read.data]
    refusals.push(read.error)
    return []
  })
  const [first] = refusals
  if (rows.length === 0 && first !== undefined) throw first
  for (const error of refusals) onUnread(error)
  return rows
}
