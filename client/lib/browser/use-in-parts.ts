import { useMemo, useState } from 'react'
import { createInParts } from '#shared/primitives/in-parts.ts'

/** `read` must be the same function on every render. See `createInParts`. */
export const useInParts = <Row extends object, Part>(
  rows: readonly Row[],
  read: (rows: readonly Row[]) => Part,
): readonly Part[] => {
  const [inParts] = useState(() => createInParts<Row, Part>())
  return useMemo(() => inParts(rows, read), [inParts, rows, read])
}
