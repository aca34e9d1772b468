import type { SilenceWindow } from '#shared/notifications/silence-window.ts'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const toWeekIndex = (day: number) => (day + 6) % 7
const name = (day: number | undefined) => dayNames[day ?? 0] ?? ''

export const formatWindow = ({ days, from, to, zone }: SilenceWindow): string => {
  const sorted = [...new Set(days)].toSorted((one, other) => toWeekIndex(one) - toWeekIndex(other))
  const runs: number[][] = []
  for (const day of sorted) {
    const last = runs.at(-1)
    if (last !== undefined && toWeekIndex(last.at(-1) ?? 0) + 1 === toWeekIndex(day)) last.push(day)
    else runs.push([day])
  }
  const labels = runs.map((run) => {
    if (run.length < 3) return run.map(name).join(', ')
    return `${name(run[0])}–${name(run.at(-1))}`
  })
  return `${sorted.length === 7 ? 'daily' : labels.join(', ')} ${from}–${to} ${zone}`
}
