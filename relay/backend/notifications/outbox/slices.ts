/** Rows of one statement: its JSON stays small, and other statements are not held up. */
export const sliceSize = 500

export const toSlices = <Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))
