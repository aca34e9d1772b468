import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { wallClockMs } from '#shared/time-range/zoned-time.ts'

dayjs.extend(utc)

const [secondMs, minuteMs] = [1_000, 60_000]

/** For formatting only: the result is shifted to the wall clock of the zone. A time that does not exist is an invalid one. */
export const inZone = (atMs: number, timeZone: string): Dayjs => {
  if (Number.isNaN(new Date(atMs).getTime())) return dayjs.utc(Number.NaN)
  const shownMs = wallClockMs(atMs, timeZone) - Math.floor(atMs / secondMs) * secondMs
  return dayjs.utc(atMs).utcOffset(shownMs / minuteMs)
}
