import { parseDuration } from '#shared/primitives/duration.ts'

/** `start` is a moment, or a range before the evidence was attached (recorded: `1h`). A null end follows the check. */
export interface CheckPeriod {
  readonly fromMs: number
  readonly toMs: number | null
}

const parseMoment = (text: string | null): number | null => {
  const ms = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

export const getCheckPeriod = (
  { start, end }: { readonly start: string | null; readonly end: string | null },
  attachedAt: string | null,
): CheckPeriod | null => {
  const attachedMs = parseMoment(attachedAt)
  const rangeMs = start === null ? null : parseDuration(start.replace(/^now-/, ''))
  const relativeMs = rangeMs === null || attachedMs === null ? null : attachedMs - rangeMs
  const fromMs = relativeMs ?? parseMoment(start) ?? attachedMs
  if (fromMs === null) return null
  const toMs = parseMoment(end)
  return { fromMs, toMs: toMs !== null && toMs > fromMs ? toMs : null }
}
