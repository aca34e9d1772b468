import type { LogFilter, ValuesByField } from './log-source.ts'

type Labels = Readonly<Record<string, string>>
type Fields = Pick<LogFilter, 'include' | 'exclude'>

export const matchesFields = (labels: Labels, { include, exclude }: Fields): boolean =>
  Object.entries(include).every(([name, values]) => values.includes(labels[name] ?? '')) &&
  !Object.entries(exclude).some(([name, values]) => values.includes(labels[name] ?? ''))

const without = (fields: ValuesByField, labels: Labels): ValuesByField =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => labels[name] === undefined))

const only = (fields: ValuesByField, labels: Labels): ValuesByField =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => labels[name] !== undefined))

/** `labels` belong to every line of a location. Undefined if no line can match. */
export const remainingFilter = <Filter extends Fields>(filter: Filter, labels: Labels): Filter | undefined => {
  const { include, exclude } = filter
  if (!matchesFields(labels, { include: only(include, labels), exclude: only(exclude, labels) })) return undefined
  return { ...filter, include: without(include, labels), exclude: without(exclude, labels) }
}
