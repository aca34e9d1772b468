import { formatDuration, parseDuration } from '#shared/primitives/duration.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import { isGroupKey } from './rule-spec-check.ts'
import type { PreviewedRule } from './rules-api.ts'

const nanosPerMs = 1_000_000

export const listIn = (spec: unknown, key: string): readonly string[] => {
  const list = valueAt(spec, [key])
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

export const listText = (text: string): readonly string[] | undefined => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts
}

export const nanosText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && value > 0 ? formatDuration(value / nanosPerMs) : ''
}

/** Nanoseconds, or the unparsed text, which the validation rejects. */
export const nanosTyped = (text: string): number | string | undefined => {
  const ms = parseDuration(text.trim())
  if (ms !== null) return ms * nanosPerMs
  return text.trim() === '' ? undefined : text
}

export const toPreviewedRule = (name: string, spec: unknown): PreviewedRule => {
  const text = (key: string) => {
    const value = valueAt(spec, [key])
    return typeof value === 'string' && value.trim() !== '' ? value : null
  }
  const nanos = (key: string) => {
    const value = valueAt(spec, [key])
    return typeof value === 'number' && value >= 0 ? value : null
  }
  const repeat = text('repeat_interval')
  return {
    name: name.slice(0, 200),
    events: [...listIn(spec, 'events')],
    filter: text('filter'),
    title: text('title'),
    template: text('template'),
    repeat_interval: repeat !== null && parseDuration(repeat) === null ? null : repeat,
    wait_for: nanos('wait_for'),
    wait_for_eval_period: nanos('wait_for_eval_period'),
    group_by: listIn(spec, 'group_by').filter(isGroupKey),
  }
}
