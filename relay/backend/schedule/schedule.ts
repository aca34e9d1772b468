import { Cron } from 'croner'
import { parseDuration } from '#shared/primitives/duration.ts'
import { isTimeZone } from '#shared/time-range/zoned-time.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { spellCron } from './cron-fields.ts'

export interface Schedule {
  readonly text: string
  readonly intervalMs: number
  /**
   * First start after `afterMs`. `phase` (0 to 1) offsets `@every` schedules within their interval; others ignore it.
   */
  next(afterMs: number, phase: number): number
}

const named: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}
const forms =
  '"@every 30s", @hourly, @daily, @weekly, @monthly, @yearly, or a cron line of 5 or 6 fields, each with CRON_TZ=zone before it if needed'
const shortestMs = 1_000

const every = (text: string, line: string): Schedule => {
  const durationMs = parseDuration(line.slice('@every'.length).trim())
  if (durationMs === null || durationMs <= 0) {
    throw new ExpectedError(`The schedule "${text}" has no duration after @every; write it like "@every 1m30s".`)
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

const zoned = /^(?:CRON_)?TZ=(\S*)\s+(.*)$/

const cron = (text: string): Schedule => {
  const [, written, line = text] = zoned.exec(text) ?? []
  // Go reads it as the zone of the machine, which is also the default.
  const timezone = written === 'Local' ? '' : written
  const pattern = spellCron(named[line] ?? line)
  if (!/^\S+(\s+\S+){4,5}$/.test(pattern)) {
    throw new ExpectedError(`Invalid schedule "${text}". Use ${forms}.`)
  }
  if (timezone !== undefined && timezone !== '' && !isTimeZone(timezone))
    throw new ExpectedError(`Invalid schedule "${text}": "${timezone}" is not a time zone such as Europe/Berlin.`)
  let job: Cron
  let coming: Date[]
  try {
    job = new Cron(pattern, {
      paused: true,
      mode: '5-or-6-parts',
      ...(timezone === undefined || timezone === '' ? {} : { timezone }),
    })
    coming = job.nextRuns(9)
  } catch (error) {
    const reason = toErrorMessage(error).replace(/^CronPattern: /, '')
    throw new ExpectedError(`Invalid schedule "${text}": ${reason.replace(/\.$/, '')}. Use ${forms}.`)
  }
  const gaps = coming.slice(1).map((run, index) => run.getTime() - (coming[index] ?? run).getTime())
  if (gaps.length === 0) throw new ExpectedError(`The schedule "${text}" never runs.`)
  return {
    text,
    intervalMs: Math.max(...gaps),
    next: (afterMs) => job.nextRun(new Date(afterMs))?.getTime() ?? Number.POSITIVE_INFINITY,
  }
}

export const parseSchedule = (text: string): Schedule => {
  const trimmed = text.trim()
  const line = zoned.exec(trimmed)?.[2] ?? trimmed
  return /^@every(?:\s|$)/.test(line) ? every(trimmed, line) : cron(trimmed)
}
