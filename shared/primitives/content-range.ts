/** The total of a `Content-Range` header, `0-49/1284`; null for `*` and for no header (ledger API-04). */
export const parseTotal = (contentRange: string | null | undefined): number | null => {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1]
  return total === undefined ? null : Number(total)
}
