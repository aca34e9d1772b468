import { z } from 'zod'

/** A moment as documents have it. */
export const momentSchema = z.iso.datetime({ offset: true, error: 'is no time such as 2026-11-30T09:00:00Z' })

/** One of a row or a document as documents have it; undefined for none. */
export const normalizeTime = (value: unknown): string | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
