import { z } from 'zod'

export const detailParts = ['errors', 'scrape_summary', 'summary'] as const
export type DetailPart = (typeof detailParts)[number]

const recordSchema = z.record(z.string(), z.unknown())

const hasData = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

export const partsWithData = (details: unknown): DetailPart[] => {
  const read = recordSchema.safeParse(details)
  return read.success ? detailParts.filter((part) => hasData(read.data[part])) : []
}

export const findPart = (details: unknown, part: DetailPart): unknown => {
  const read = recordSchema.safeParse(details)
  return read.success ? read.data[part] : undefined
}

const formatError = (value: unknown): string => {
  if (typeof value === 'string') return value
  const inner = recordSchema.safeParse(value)
  if (!inner.success) return JSON.stringify(value)
  const { error, message } = inner.data
  if (error !== undefined && error !== null) return formatError(error)
  return typeof message === 'string' ? message : JSON.stringify(value)
}

interface JobError {
  readonly about: string | null
  readonly text: string
}

export const listErrors = (details: unknown): JobError[] => {
  const errors = findPart(details, 'errors')
  if (!hasData(errors)) return []
  if (Array.isArray(errors)) return errors.map((error) => ({ about: null, text: formatError(error) }))
  const map = recordSchema.safeParse(errors)
  if (!map.success) return [{ about: null, text: formatError(errors) }]
  return Object.entries(map.data).map(([about, error]) => ({ about, text: formatError(error) }))
}

interface ErrorGroup {
  readonly text: string
  readonly count: number
  readonly about: readonly string[]
}

const masked = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, '#')
    .replaceAll(/\b(?=[a-z]*\d)[\da-z]{5,10}\b/gi, '#')
    .replaceAll(/\d+/g, '#')

export const groupErrors = (errors: readonly JobError[]): ErrorGroup[] => {
  const groups = new Map<string, { text: string; count: number; about: string[] }>()
  for (const { about, text } of errors) {
    const key = masked(text)
    const group = groups.get(key) ?? { text, count: 0, about: [] }
    group.count += 1
    if (about !== null) group.about.push(about)
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}
