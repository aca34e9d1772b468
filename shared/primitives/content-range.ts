export const parseTotal = (contentRange: string | null | undefined): number | null => {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1]
  return total === undefined ? null : Number(total)
}
