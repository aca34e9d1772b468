/** How many rows to ask for once the end of `size` rows is reached: twice as many, until all are there (ledger UI-39). */
export const nextVirtualSize = (size: number, total: number | null): number =>
  total !== null && size >= total ? size : size * 2
