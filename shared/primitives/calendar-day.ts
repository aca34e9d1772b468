/** `month` counts from 1. `Date` moves a day that a month does not have, such as 30 February, to the next month. */
export const isCalendarDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** As `Date.parse`, in milliseconds, but NaN for a day that its month does not have. */
export const parseDate = (text: string): number => {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  return year === undefined || isCalendarDay(Number(year), Number(month), Number(day)) ? Date.parse(text) : Number.NaN
}
