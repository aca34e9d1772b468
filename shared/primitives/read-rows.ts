import { z } from 'zod'
import { parseKnown } from './parse-known.ts'

export const readRows = <Row>(row: z.ZodType<Row>, value: unknown, onUnread: (error: z.ZodError) => void): Row[] => {
  const entries = z.array(z.unknown()).parse(value)
  const errors: z.ZodError[] = []
  const rows = entries.flatMap((entry) => {
    try {
      const known = parseKnown((value) => row.parse(value), entry)
      if (known.error !== null) errors.push(known.error)
      return [known.row]
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      errors.push(error)
      return []
    }
  })
  const [first] = errors
  if (rows.length === 0 && first !== undefined) throw first
  for (const error of errors) onUnread(error)
  return rows
}
