import { hourMs } from '#shared/primitives/time-units.ts'
import { nextMorning } from '#client/domain/notifications/next-morning.ts'

export const untilChoices = [
  { value: '1h', label: '1 hour' },
  { value: '4h', label: '4 hours' },
  { value: 'morning', label: 'Morning (08:00)' },
  { value: 'recovery', label: 'It recovers' },
] as const
type Choice = (typeof untilChoices)[number]['value']

export const toUntil = (choice: Choice, nowMs: number, timeZone: string): string | null => {
  if (choice === 'recovery') return null
  if (choice === 'morning') return nextMorning(nowMs, timeZone).toISOString()
  return new Date(nowMs + (choice === '1h' ? 1 : 4) * hourMs).toISOString()
}
