/** Empty for a time that cannot be shown (no number, beyond year 275760), so that one row with such a time breaks no page. */
export const toIsoTime = (ms: number): string => {
  const moment = new Date(ms)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
