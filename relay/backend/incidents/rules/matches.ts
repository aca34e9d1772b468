import type { RuleSpec } from './rule-spec.ts'
import type { Failure } from './failure.ts'

const isIn = (wanted: readonly string[] | undefined, ...values: readonly string[]): boolean => {
  if (wanted === undefined || wanted.length === 0) return true
  const known = new Set(wanted.map((each) => each.toLowerCase()))
  return values.some((value) => known.has(value.toLowerCase()))
}

export const passesFilter = ({ filter = {} }: Pick<RuleSpec, 'filter'>, failure: Failure, nowMs: number): boolean => {
  const { status = ['unhealthy', 'error'], severity, category, age = 0 } = filter
  return (
    isIn(status, failure.health, failure.status) &&
    isIn(severity, failure.severity) &&
    isIn(category, failure.category) &&
    nowMs - failure.sinceMs >= age
  )
}

const minuteOfDay = (atMs: number): number => {
  const at = new Date(atMs)
  return at.getHours() * 60 + at.getMinutes()
}

/** Local time of the relay. An end that is not after the start is on the next day. */
export const isAtWork = ({ hoursOfOperation: hours = [] }: Pick<RuleSpec, 'hoursOfOperation'>, atMs: number) => {
  const minute = minuteOfDay(atMs)
  const isWithin = ({ start, end }: { readonly start: number; readonly end: number }) =>
    start < end ? minute >= start && minute < end : minute >= start || minute < end
  const on = hours.filter(({ negate }) => negate !== true)
  const off = hours.filter(({ negate }) => negate === true)
  return (on.length === 0 || on.some(isWithin)) && !off.some(isWithin)
}
