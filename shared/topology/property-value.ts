import type { ComponentProperty } from '#shared/topology/topology.ts'
import { formatAmount } from './format-amount.ts'

type PropertyValue = Pick<ComponentProperty, 'type' | 'text' | 'value' | 'unit' | 'min' | 'max' | 'color' | 'status'>

interface ShownValue {
  readonly text: string
  readonly unit: string
  readonly share: number | null
  readonly whole: string | null
  readonly tone: 'plain' | 'warning' | 'unhealthy'
}

const tones: Readonly<Record<string, ShownValue['tone']>> = {
  red: 'unhealthy',
  orange: 'warning',
  yellow: 'warning',
  unhealthy: 'unhealthy',
  critical: 'unhealthy',
  error: 'unhealthy',
  warning: 'warning',
}

const nearlyFull = { warning: 0.8, unhealthy: 0.9 }
const findTone = ({ color, status }: PropertyValue, share: number | null): ShownValue['tone'] => {
  const reportedTone = tones[(color ?? '').toLowerCase()] ?? tones[(status ?? '').toLowerCase()]
  if (reportedTone !== undefined) return reportedTone
  if (color || status || share === null || share < nearlyFull.warning) return 'plain'
  return share < nearlyFull.unhealthy ? 'warning' : 'unhealthy'
}

const computeShare = ({ value, min, max }: PropertyValue): number | null => {
  if (value == null || max == null || max <= (min ?? 0)) return null
  const from = min ?? 0
  return Math.min(1, Math.max(0, (value - from) / (max - from)))
}

const formatWhole = ({ value, max, unit }: PropertyValue): string | null => {
  if (value == null || max == null || unit === 'percent' || unit === 'percentage' || unit === '%') return null
  const format = (amount: number) => {
    const { text, unit: of } = formatAmount(amount, unit ?? '')
    return of === '' ? text : `${text} ${of}`
  }
  return `${format(value)} of ${format(max)}`
}

export const shownValue = (property: PropertyValue): ShownValue | null => {
  const share = computeShare(property)
  const tone = findTone(property, share)
  const { value, text, unit, type } = property
  const base = { share, tone, whole: null }
  if (value == null) return text ? { text, unit: '', ...base } : null
  if (type === 'currency') return { ...formatAmount(value, type), ...base }
  if (share !== null && unit !== 'milliseconds')
    return { ...base, text: String(Math.round(share * 100)), unit: '%', whole: formatWhole(property) }
  return { ...formatAmount(value, unit ?? ''), ...base }
}
