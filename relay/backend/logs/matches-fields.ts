import type { LogQuestion, ValuesByField } from './log-source.ts'

type Labels = Readonly<Record<string, string>>
type Fields = Pick<LogQuestion, 'include' | 'exclude'>

export const matchesFields = (labels: Labels, { include, exclude }: Fields): boolean =>
  Object.entries(include).every(([name, values]) => values.includes(labels[name] ?? '')) &&
  !Object.entries(exclude).some(([name, values]) => values.includes(labels[name] ?? ''))

const without = (fields: ValuesByField, labels: Labels): ValuesByField =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => labels[name] === undefined))

const only = (fields: ValuesByField, labels: Labels): ValuesByField =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => labels[name] !== undefined))

/** `labels` belong to every line of a location. Undefined if no line can match. */
export const leftToAsk = <Question extends Fields>(question: Question, labels: Labels): Question | undefined => {
  const { include, exclude } = question
  if (!matchesFields(labels, { include: only(include, labels), exclude: only(exclude, labels) })) return undefined
  return { ...question, include: without(include, labels), exclude: without(exclude, labels) }
}
