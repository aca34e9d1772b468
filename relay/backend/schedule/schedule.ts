import { Cron } from 'croner'
import { parseDuration } from '#shared/primitives/duration.ts'

export interface Schedule {
  readonly text: string
  readonly intervalMs: number
  /**
   * First start after `afterMs`. `phase` (0 to 1) offsets `@every` schedules within their interval; others ignore
   * it.
   */
  next(afterMs: number, phase: number): number
}

export class ScheduleError extends Error {}

const named: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}
const forms = '"@every 30s", @hourly, @daily, @weekly, @monthly, @yearly, or a cron line of 5 or 6 fields'
const shortestMs = 1_000

const every = (text: string): Schedule => {
  const durationMs = parseDuration(text.slice('@every'.length).trim())
  if (durationMs === null || durationMs <= 0) {
    throw new ScheduleError(`The schedule "${text}" has no duration after @every; write it like "@every 1m30s".`)
  }
  const intervalMs = Math.max(shortestMs, Math.round(durationMs))
  return {
    text,
    intervalMs,
    next: (afterMs, phase) => {
      const offset = Math.floor(phase * intervalMs)
      return (Math.floor((afterMs - offset) / intervalMs) + 1) * intervalMs + offset
    },
  }
}

const cron = (text: string): Schedule => {
  const zoned = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/.exec(text)
  const pattern = zoned?.[2] ?? named[text] ?? text
  if (!/^\S+(\s+\S+){4,5}$/.test(pattern)) {
    throw new ScheduleError(`Invalid schedule "${text}". Use ${forms}.`)
  }
  let job: Cron
  let coming: Date[]
  try {
    job = new Cron(pattern, {
      paused: true,
      mode: '5-or-6-parts',
      ...(zoned?.[1] === undefined ? {} : { timezone: zoned[1] }),
    })
    coming = job.nextRuns(9)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
    throw new ScheduleError(`Invalid schedule "${text}": ${reason.replace(/\.$/, '')}. Use ${forms}.`)
  }
  const gaps = coming.slice(1).map((run, index) => run.getTime() - (coming[index] ?? run).getTime())
  if (gaps.length === 0) throw new ScheduleError(`The schedule "${text}" never runs.`)
  return {
    text,
    intervalMs: Math.max(...gaps),
    next: (afterMs) => job.nextRun(new Date(afterMs))?.getTime() ?? Number.POSITIVE_INFINITY,
  }
}

export const parseSchedule = (text: string): Schedule => {
  const trimmed = text.trim()
  return trimmed === '@every' || trimmed.startsWith('@every ') ? every(trimmed) : cron(trimmed)
}
