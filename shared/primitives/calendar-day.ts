/** `month` counts from 1. `Date` moves a day that a month does not have, such as 30 February, to the next month. */
export const isCalendarDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
