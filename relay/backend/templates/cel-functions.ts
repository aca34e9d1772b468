import type { Environment } from '@marcbachmann/cel-js'
import { isCalendarDay } from '#shared/primitives/calendar-day.ts'
import {
  durationIn,
  formatSeconds,
  formatTimestamp,
  globals,
  listMethods,
  methods,
  notShared,
  ownMembers,
  sharedGroups,
} from './cel-library.ts'
import type { Duration } from './duration.ts'
import { registerKubernetesFunctions } from './cel-kubernetes.ts'
import { registerMacroFunctions } from './cel-macro-functions.ts'
import { listSpellings, registerTextFunctions } from './cel-text.ts'
import { registerZonedFields } from './cel-zones.ts'
import { fromCelValue, toArgument, toCelValue } from './cel-values.ts'
import { templateFunctions } from './go-template/functions.ts'
import { isMap, toText, type TemplateFunction } from './go-template/values.ts'
import { toRegex } from './pattern.ts'
import { emptyRows } from './places/empty-rows.ts'

const called =
  (call: TemplateFunction) =>
  (...values: unknown[]): unknown =>
    toCelValue(call(...values.map(toArgument)))

const anything = (count: number): string => Array.from({ length: count }, () => 'dyn').join(', ')
const arityMax = 4
/** A function of any number of values declares none. */
const anyArityMax = 10

/** Replaces CEL's `matches`, which would backtrack and cannot be registered again. */
export const linearMatches = 'matchesLinearly'

/** Replaces CEL's `timestamp` for text, which rejects dates without a time and cannot be registered again. */
export const dateTimestamp = 'timestampWithDates'

/** Replaces CEL's `duration` for text, which rejects days and weeks and cannot be registered again. */
export const dayDuration = 'durationWithDays'

const notTimestamp = 'must be a time such as 2026-01-31T09:00:00Z, or a date such as 2026-01-31'

const readTimestamp = (value: unknown): Date => {
  if (value instanceof Date) return value
  if (typeof value === 'bigint') return validDate(new Date(Number(value) * 1_000))
  const text = typeof value === 'string' ? value.trim() : ''
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  if (date === undefined) throw new Error(`timestamp: ${notTimestamp}`)
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (!isCalendarDay(year, month, day)) throw new Error(`timestamp: ${notTimestamp}`)
  return validDate(new Date(`${date}${time ?? 'T00:00:00Z'}`))
}

const validDate = (date: Date): Date => {
  if (Number.isNaN(date.getTime())) throw new Error(`timestamp: ${notTimestamp}`)
  return date
}

class FunctionGroup {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** By path, with names in both spellings: `math.Add` and `math.add`. */
const groupMembers = (): ReadonlyMap<string, TemplateFunction> => {
  const all = new Map(ownMembers)
  for (const [path, call] of templateFunctions) {
    const [group = '', name = ''] = path.split('.')
    if (name === '' || !sharedGroups.has(group)) continue
    for (const each of [path, `${group}.${name.charAt(0).toLowerCase()}${name.slice(1)}`])
      if (!all.has(each)) all.set(each, call)
  }
  return all
}

export const registerCelFunctions = (environment: Environment): Environment => {
  addArithmetic(environment)
  addTimeComparisons(environment)
  environment.registerFunction(`string.${linearMatches}(string): bool`, (text: string, pattern: string) =>
    toRegex(pattern).test(text),
  )
  environment.registerFunction(`${dateTimestamp}(dyn): google.protobuf.Timestamp`, readTimestamp)
  environment.registerFunction(`${dayDuration}(dyn): google.protobuf.Duration`, called(durationIn))
  for (const [name, count, call] of globals)
    environment.registerFunction(`${name}(${anything(count)}): dyn`, called(call))
  const members = groupMembers()
  for (const [name, count, call] of methods)
    environment.registerFunction(`dyn.${name}(${anything(count)}): dyn`, (self: unknown, ...values: unknown[]) => {
      if (!(self instanceof FunctionGroup)) return called(call)(self, ...values)
      const member = members.get(`${self.name}.${name}`)
      if (member === undefined) throw new Error(`no function ${self.name}.${name}`)
      return called(member)(...values)
    })
  for (const [name, count, call] of listMethods)
    for (const each of listSpellings(name))
      environment.registerFunction(`list.${each}(${anything(count)}): dyn`, called(call))
  const isMethod = new Set(methods.map(([name, count]) => `${name}/${count}`))
  const groups = new Set<string>()
  for (const [path, call] of members) {
    const [group = '', name = ''] = path.split('.')
    const type = `${group}Functions`
    if (!groups.has(group)) {
      groups.add(group)
      const Group = class extends FunctionGroup {}
      environment.registerType(type, Group)
      environment.registerConstant(group, type, new Group(group))
    }
    for (let count = 0; count <= (call.length === 0 ? anyArityMax : arityMax); count += 1)
      if (!isMethod.has(`${name}/${count}`))
        for (const each of listSpellings(name))
          environment.registerFunction(
            `${type}.${each}(${anything(count)}): dyn`,
            (_group: unknown, ...values: unknown[]) => called(call)(...values),
          )
  }
  addGlobals(environment)
  registerTextFunctions(environment)
  registerKubernetesFunctions(environment)
  registerMacroFunctions(environment)
  registerZonedFields(environment, readTimestamp)
  return environment
}

/** The environment of the evaluation in progress: evaluations are synchronous and never nested. */
let current: Readonly<Record<string, unknown>> = {}

export const withCurrent = <T>(environment: Readonly<Record<string, unknown>>, work: () => T): T => {
  current = environment
  try {
    return work()
  } finally {
    current = {}
  }
}

const runFunctions: readonly (readonly [string, number, TemplateFunction])[] = [
  [
    'getAction',
    1,
    (name) => {
      const { actions } = current
      return isMap(actions) && Object.hasOwn(actions, toText(name)) ? actions[toText(name)] : emptyRows.action
    },
  ],
  ['getLastAction', 0, () => current['lastAction'] ?? emptyRows.action],
  ['last_result', 0, () => current['last_result'] ?? {}],
]

const addGlobals = (environment: Environment): void => {
  const known = new Set(globals.map(([name]) => name))
  for (const [name, count, call] of runFunctions)
    environment.registerFunction(`${name}(${anything(count)}): dyn`, called(call))
  for (const [name, call] of templateFunctions) {
    if (name.includes('.') || known.has(name) || notShared.has(name)) continue
    for (let count = 0; count <= arityMax; count += 1)
      environment.registerFunction(`${name}(${anything(count)}): dyn`, called(call))
  }
}

const isAbsent = (value: unknown): boolean => value === null || value === ''

/** The time of an absent row is empty: it is neither before nor after another. Text is compared as a time. */
const addTimeComparisons = (environment: Environment): void => {
  const timestamp = 'google.protobuf.Timestamp'
  const comparisons = {
    '<': (a: Date, b: Date) => a < b,
    '<=': (a: Date, b: Date) => a <= b,
    '>': (a: Date, b: Date) => a > b,
    '>=': (a: Date, b: Date) => a >= b,
  }
  // Text functions that expressions use on the times of rows.
  environment.registerFunction(`string(${timestamp}): string`, formatTimestamp)
  environment.registerFunction(`int(${timestamp}): int`, (time: Date) => BigInt(Math.floor(time.getTime() / 1_000)))
  environment.registerFunction('string(google.protobuf.Duration): string', (span: unknown) =>
    formatSeconds(fromCelValue(span) as Duration),
  )
  environment.registerOperator(`string + ${timestamp}`, (text: string, time: Date) => text + formatTimestamp(time))
  environment.registerOperator(`${timestamp} + string`, (time: Date, text: string) => formatTimestamp(time) + text)
  for (const name of ['startsWith', 'endsWith', 'contains'] as const) {
    const call = name === 'contains' ? 'includes' : name
    environment.registerFunction(`${timestamp}.${name}(string): bool`, (time: Date, text: string) =>
      formatTimestamp(time)[call](text),
    )
  }
  for (const [operator, compare] of Object.entries(comparisons)) {
    const compared = (a: unknown, b: unknown): boolean =>
      !isAbsent(a) && !isAbsent(b) && compare(readTimestamp(a), readTimestamp(b))
    for (const other of ['string', 'null']) {
      environment.registerOperator(`${other} ${operator} ${timestamp}`, compared)
      environment.registerOperator(`${timestamp} ${operator} ${other}`, compared)
    }
  }
}

const addArithmetic = (environment: Environment): void => {
  const operators = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
    '%': (a: number, b: number) => a % b,
  }
  for (const [operator, apply] of Object.entries(operators)) {
    const mixed = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b))
    // Without its type the result counts as an integer, which further integers cannot be added to.
    environment.registerOperator(`int ${operator} double: double`, mixed)
    environment.registerOperator(`double ${operator} int: double`, mixed)
  }
  environment.registerOperator('double % double', operators['%'])
}
