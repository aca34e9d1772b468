import { z } from 'zod'
import { idSchema } from '#shared/primitives/id.ts'
import { wallClockMs, zonedMs } from '#shared/time-range/zoned-time.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { timeOfDay, timeZoneSchema, toMinutesOfDay } from './silence-window.ts'

const toDayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)

export const rotationSchema = z.object({
  team_id: idSchema,
  people: z.array(idSchema).min(1, 'Select at least one person').max(100),
  shift_days: z.number().int().min(1).max(28),
  hand_over: timeOfDay,
  zone: timeZoneSchema,
  starts_on: z.iso.date('must be a date such as 2026-11-30'),
})
export type Rotation = z.infer<typeof rotationSchema>

export const overrideSchema = z.object({ id: z.string(), person_id: z.string(), from: z.string(), until: z.string() })
type Override = z.infer<typeof overrideSchema>

export interface OnCallPlan {
  readonly rotation: Rotation | null
  readonly overrides: readonly Override[]
  readonly members: ReadonlySet<string>
}

export interface Shift {
  readonly person: string | null
  readonly isOverride: boolean
  readonly fromMs: number
  readonly untilMs: number
}

const handOverMs = ({ hand_over: handOver, zone }: Rotation, day: number): number =>
  zonedMs(day * dayMs + toMinutesOfDay(handOver) * 60_000, zone)

/** A clock change can repeat or skip the hand-over time: it happens once, at the moment `handOversBetween` lists. */
const turnDayAt = (rotation: Rotation, atMs: number): number => {
  const { hand_over: handOver, zone } = rotation
  const day = Math.floor((wallClockMs(atMs, zone) - toMinutesOfDay(handOver) * 60_000) / dayMs)
  if (handOverMs(rotation, day) > atMs) return day - 1
  return handOverMs(rotation, day + 1) <= atMs ? day + 1 : day
}

const turnAt = (rotation: Rotation, atMs: number): string | null => {
  const days = turnDayAt(rotation, atMs) - toDayNumber(rotation.starts_on)
  if (days < 0) return null
  return rotation.people[Math.floor(days / rotation.shift_days) % rotation.people.length] ?? null
}

export const onCallAt = (
  { rotation, overrides, members }: OnCallPlan,
  atMs: number,
): Pick<Shift, 'person' | 'isOverride'> => {
  const override = overrides.findLast(
    ({ person_id: person, from, until }) => members.has(person) && Date.parse(from) <= atMs && atMs < Date.parse(until),
  )
  if (override !== undefined) return { person: override.person_id, isOverride: true }
  const turn = rotation === null ? null : turnAt(rotation, atMs)
  return { person: turn !== null && members.has(turn) ? turn : null, isOverride: false }
}

const handOversBetween = (rotation: Rotation, fromMs: number, untilMs: number): readonly number[] => {
  const [first, last] = [turnDayAt(rotation, fromMs), turnDayAt(rotation, untilMs)]
  const start = toDayNumber(rotation.starts_on)
  const at: number[] = []
  for (let day = Math.max(first, start); day <= last; day += 1)
    if ((day - start) % rotation.shift_days === 0) at.push(handOverMs(rotation, day))
  return at
}

export const shiftsBetween = (plan: OnCallPlan, fromMs: number, untilMs: number): readonly Shift[] => {
  const edges = [
    fromMs,
    ...(plan.rotation === null ? [] : handOversBetween(plan.rotation, fromMs, untilMs)),
    ...plan.overrides.flatMap(({ from, until }) => [Date.parse(from), Date.parse(until)]),
  ]
  const begins = [...new Set(edges)].filter((at) => at >= fromMs && at < untilMs).toSorted((one, other) => one - other)
  const shifts: Shift[] = []
  for (const [index, begin] of begins.entries()) {
    const shift = { ...onCallAt(plan, begin), fromMs: begin, untilMs: begins[index + 1] ?? untilMs }
    const before = shifts.at(-1)
    if (before?.person === shift.person && before.isOverride === shift.isOverride)
      shifts[shifts.length - 1] = { ...before, untilMs: shift.untilMs }
    else shifts.push(shift)
  }
  return shifts
}
