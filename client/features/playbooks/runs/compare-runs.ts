import type { RunParameter } from '#shared/playbooks/run-part.ts'
import type { RunStep } from './run-view.ts'

interface ComparedPair<Value> {
  readonly name: string
  readonly before: Value | null
  readonly after: Value | null
  readonly isChanged: boolean
}

interface Comparison<Item, Value> {
  readonly toName: (item: Item) => string
  readonly toValue: (item: Item) => Value | null
  readonly isChanged: (before: Value | null, after: Value | null) => boolean
}

const pair = <Item, Value>(
  before: readonly Item[],
  after: readonly Item[],
  { toName, toValue, isChanged }: Comparison<Item, Value>,
): readonly ComparedPair<Value>[] =>
  [...new Set([...after, ...before].map(toName))].map((name) => {
    const find = (items: readonly Item[]) => {
      const item = items.find((one) => toName(one) === name)
      return item === undefined ? null : toValue(item)
    }
    const [old, now] = [find(before), find(after)]
    return { name, before: old, after: now, isChanged: isChanged(old, now) }
  })

export const compareParameters = (before: readonly RunParameter[], after: readonly RunParameter[]) =>
  pair(before, after, {
    toName: ({ label }) => label,
    toValue: (parameter) => parameter,
    isChanged: (old, now) => old?.value !== now?.value || old?.secret !== now?.secret,
  })

const getDurationMs = ({ tries }: RunStep): number | null => {
  const [start, end] = [tries[0]?.start_time, tries.at(-1)?.end_time]
  return start == null || end == null ? null : Date.parse(end) - Date.parse(start)
}

/** Durations of less than a second vary by chance. */
const isLonger = (before: number | null, after: number | null) =>
  before !== null && after !== null && after > 1_000 && after > 2 * before

export const compareDurations = (before: readonly RunStep[], after: readonly RunStep[]) =>
  pair(before, after, { toName: ({ name }) => name, toValue: getDurationMs, isChanged: isLonger })
