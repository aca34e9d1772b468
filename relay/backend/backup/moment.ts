import { z } from 'zod'

export const momentSchema = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-30T09:00:00Z' })

export const normalizeTime = (value: unknown): string | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
