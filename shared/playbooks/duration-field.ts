import { parseDuration } from '#shared/primitives/duration.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'

/** Milliseconds. A number without a unit counts seconds. */
export const parseDurationText = (text: string): number | null => {
  const trimmed = text.trim()
  const seconds = trimmed === '' ? Number.NaN : Number(trimmed)
  if (!Number.isFinite(seconds)) return parseDuration(trimmed)
  return seconds < 0 ? null : seconds * 1_000
}

/** An identifier alone is a misspelled duration: an expression reads a field or calls a function. */
const expression = /^[.\s(]*["'A-Za-z_].*[.([?"']/s

export const isDurationField = (text: string): boolean =>
  hasTemplate(text) || parseDurationText(text) !== null || expression.test(text)
