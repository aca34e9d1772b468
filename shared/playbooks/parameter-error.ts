import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { isId } from '#shared/primitives/id.ts'

const dns1123 = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/

const inFormat = (format: string, value: string): string | null => {
  switch (format) {
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? null : 'This field must be a number'
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? null : 'Must be an email address'
    case 'url':
      return /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(value) ? null : 'Must be an address such as https://example.org'
    case 'bytes':
      return /^\d+(\.\d+)?(Mi|Gi|Ti)$/.test(value) ? null : 'Must be a number with Mi, Gi or Ti, such as 512Mi'
    case 'millicores':
      return /^\d+m$/.test(value) ? null : 'Must be a whole number with m, such as 250m'
    case 'dns1123':
      return dns1123.test(value) ? null : "Use only a-z, 0-9, '-' and '.'; begin and end with a-z or 0-9"
    default:
      return null
  }
}

const units: Readonly<Record<string, number>> = { Mi: 1, Gi: 1024, Ti: 1024 ** 2, m: 1 }

/** In the smallest unit; not a number without one. */
const toAmount = (text: string): number => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(Mi|Gi|Ti|m)$/.exec(text) ?? []
  return Number(amount) * (units[unit] ?? Number.NaN)
}

const inAmounts = ({ properties: { min, max } = {} }: PlaybookParameter, value: string): string | null => {
  const amount = toAmount(value)
  if (amount < toAmount(String(min))) return `Must be at least ${min}`
  return amount > toAmount(String(max)) ? `Must be at most ${max}` : null
}

const inBounds = ({ properties = {} }: PlaybookParameter, value: string, fitsRegex: boolean): string | null => {
  const { minLength, maxLength, regex, min, max } = properties
  const length = Array.from(value).length
  if (minLength !== undefined && length < minLength) return `Must have at least ${minLength} characters`
  if (maxLength !== undefined && length > maxLength) return `Must have at most ${maxLength} characters`
  if (regex !== undefined && !fitsRegex) return `Must match ${regex}`
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (min !== undefined && number < Number(min)) return `Must be at least ${min}`
  if (max !== undefined && number > Number(max)) return `Must be at most ${max}`
  return null
}

/**
 * For a non-empty value; null when valid. The caller evaluates the regular expression, because it must limit the time.
 */
export const findParameterError = (parameter: PlaybookParameter, value: string, fitsRegex: boolean): string | null => {
  const { type = 'text', properties = {} } = parameter
  switch (type) {
    case 'checkbox':
      return value === 'true' || value === 'false' ? null : 'Must be true or false'
    case 'list': {
      const options = (properties.options ?? []).map((option) => String(option.value))
      return options.length === 0 || options.includes(value) ? null : `Must be one of ${options.join(', ')}`
    }
    case 'people':
    case 'team':
    case 'config':
    case 'component':
    case 'check':
      return isId(value) ? null : `Must be the id of a ${type === 'people' ? 'person' : type}`
    case 'bytes':
    case 'millicores':
      return inFormat(type, value) ?? inAmounts(parameter, value)
    case 'duration':
      return parseDuration(value) === null ? 'Must be a duration such as 30s, 5m or 1h30m' : null
    default:
      return (
        inFormat(properties.format ?? '', value) ?? inAmounts(parameter, value) ?? inBounds(parameter, value, fitsRegex)
      )
  }
}
