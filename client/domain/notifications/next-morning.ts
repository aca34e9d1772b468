import { inZone } from '#client/lib/time/in-zone.ts'

const quarterMs = 15 * 60_000

export const nextMorning = (nowMs: number, timeZone: string): Date => {
  let atMs = (Math.floor(nowMs / quarterMs) + 1) * quarterMs
  while (inZone(atMs, timeZone).format('HH:mm') !== '08:00') atMs += quarterMs
  return new Date(atMs)
}
