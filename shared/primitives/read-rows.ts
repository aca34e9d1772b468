import { z } from 'zod'

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
