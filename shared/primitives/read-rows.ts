import { z } from 'zod'

/**
 * Reads a list row by row: one that its schema refuses is left out, and `onUnread` is told why. Throws a ZodError when the
 * value is no list, or a list with rows of which none can be read.
 */
export const readRows = <Row>(row: z.ZodType<Row>, value: unknown, onUnread: (error: z.ZodError) => void): Row[] => {
  const entries = z.array(z.unknown()).parse(value)
  const errors: z.ZodError[] = []
  const rows = entries.flatMap((entry) => {
    const read = row.safeParse(entry)
    if (read.success) return [read.data]
    errors.push(read.error)
    return []
  })
  const [first] = errors
  if (rows.length === 0 && first !== undefined) throw first
  for (const error of errors) onUnread(error)
  return rows
}
