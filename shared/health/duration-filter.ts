export const durationChoices = ['All', '100ms', '500ms', '1s', '5s', '10s', '30s'] as const

const durationMessage = 'duration is allowed only in milli seconds & seconds'

type DurationFilter =
  | { readonly ok: true; readonly atLeastMs: number | null }
  | { readonly ok: false; readonly message: string }

export const parseDurationFilter = (text: string): DurationFilter => {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.toLowerCase() === 'all') return { ok: true, atLeastMs: null }
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)$/i.exec(trimmed) ?? []
  if (amount === undefined || unit === undefined) return { ok: false, message: durationMessage }
  return { ok: true, atLeastMs: Math.round(Number(amount) * (unit.toLowerCase() === 's' ? 1000 : 1)) }
}
