import { compareText } from '#shared/primitives/compare-text.ts'
import type { FieldCounts, LevelCounts } from '#shared/logs/log-routes.ts'
import { classifyLevel } from '#shared/logs/log-level.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogFilter } from './log-source.ts'

const bucketsWanted = 60
const valuesMax = 200
const valueLengthMax = 200
const namesMax = 100
const fieldsShown = 12
const valuesShown = 8

export interface LineCounts {
  readonly total: number
  readonly buckets: readonly LevelCounts[]
  readonly fields: readonly FieldCounts[]
}

type Values = Map<string, number>

const shownField = ([name, values]: readonly [string, Values]): FieldCounts => {
  const sorted = [...values].sort(([, one], [, other]) => other - one)
  return {
    name,
    values: sorted.slice(0, valuesShown).map(([value, count]) => ({ value, count })),
    more: sorted.slice(valuesShown).reduce((sum, [, count]) => sum + count, 0),
  }
}

const sumCounts = (values: Values): number => [...values.values()].reduce((sum, count) => sum + count, 0)

const isChoice = ([name, values]: readonly [string, Values]): boolean =>
  name === 'level' || values.size <= valuesShown || values.size * 2 <= sumCounts(values)

const byUse = ([one, ones]: readonly [string, Values], [other, others]: readonly [string, Values]): number => {
  if (one === 'level' || other === 'level') return one === 'level' ? -1 : 1
  return sumCounts(others) - sumCounts(ones) || compareText(one, other)
}

export const createLineCounts = ({ fromMs, toMs }: Pick<LogFilter, 'fromMs' | 'toMs'>) => {
  const buckets = Array.from({ length: bucketsWanted }, () => ({ error: 0, warn: 0, other: 0 }))
  const perBucketMs = Math.max(1, (toMs - fromMs) / bucketsWanted)
  const fields = new Map<string, Values | null>()
  let total = 0
  const addValue = (name: string, value: string) => {
    const values = fields.get(name)
    if (values === null || (values === undefined && fields.size >= namesMax)) return
    const known = values ?? new Map<string, number>()
    known.set(value, (known.get(value) ?? 0) + 1)
    fields.set(name, value.length > valueLengthMax || known.size > valuesMax ? null : known)
  }
  return {
    add: ({ timestamp, labels }: LogLine) => {
      total += 1
      const at = Math.floor((Date.parse(timestamp) - fromMs) / perBucketMs)
      const bucket = buckets[Math.min(at, bucketsWanted - 1)]
      if (bucket !== undefined) bucket[classifyLevel(labels['level'])] += 1
      for (const name in labels) addValue(name, labels[name] ?? '')
    },
    result: (): LineCounts => ({
      total,
      buckets,
      fields: [...fields]
        .flatMap(([name, values]) => (values === null ? [] : [[name, values] as const]))
        .filter(isChoice)
        .sort(byUse)
        .slice(0, fieldsShown)
        .map(shownField),
    }),
  }
}
