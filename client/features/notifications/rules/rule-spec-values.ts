import { formatDuration, parseDuration } from '#shared/primitives/duration.ts'
import { valueAt } from '#client/ui/editor/edit-yaml.ts'
import { isGroupKey } from './rule-spec-check.ts'
import type { PreviewedRule } from './rules-api.ts'

const nanosPerMs = 1_000_000

/** The texts of a list of a spec. */
export const listIn = (spec: unknown, key: string): readonly string[] => {
  const list = valueAt(spec, [key])
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** What is typed with commas as a list of a spec; undefined for none. */
export const listText = (text: string): readonly string[] | undefined => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts
}

/** A waiting time of a spec as it is typed; what is no time stays as it is. */
export const nanosText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && value > 0 ? formatDuration(value / nanosPerMs) : ''
}

/** A typed time as a spec holds it: nanoseconds, or the text that is no time yet, which the check refuses. */
export const nanosTyped = (text: string): number | string | undefined => {
  const ms = parseDuration(text.trim())
  if (ms !== null) return ms * nanosPerMs
  return text.trim() === '' ? undefined : text
}

/** What a spec says so far, for the preview of what it would have sent; what cannot be read is left out. */
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
