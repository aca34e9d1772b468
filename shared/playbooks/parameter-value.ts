import { findParameterError } from '#shared/playbooks/parameter-error.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'

export type ParameterValues = Readonly<Record<string, string>>

const toPreset = ({ type, default: preset }: PlaybookParameter): string => {
  if (preset !== undefined) return String(preset)
  return type === 'checkbox' ? 'false' : ''
}

export const getValue = (parameter: PlaybookParameter, typed: ParameterValues): string =>
  // The name can be an inherited property such as `constructor`.
  (Object.hasOwn(typed, parameter.name) ? typed[parameter.name] : undefined) ?? toPreset(parameter)

const fits = ({ properties }: PlaybookParameter, value: string): boolean => {
  const { regex } = properties ?? {}
  try {
    return regex === undefined || new RegExp(regex).test(value)
  } catch {
    return true
  }
}

export const findFieldError = (parameter: PlaybookParameter, typed: ParameterValues): string | null => {
  const value = getValue(parameter, typed)
  if (value.trim() === '') return parameter.required === true ? 'This field is required' : null
  return findParameterError(parameter, value, fits(parameter, value))
}

/** Empty values are omitted so that the backend uses its default, unless a default was cleared. */
export const wireValues = (parameters: readonly PlaybookParameter[], typed: ParameterValues): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap((parameter): [string, string][] => {
      const value = getValue(parameter, typed)
      return value === '' && toPreset(parameter) === '' ? [] : [[parameter.name, value]]
    }),
  )

export const byteUnits = ['Mi', 'Gi', 'Ti'] as const
type ByteUnit = (typeof byteUnits)[number]

export const splitBytes = (value: string): { readonly amount: string; readonly unit: ByteUnit } => {
  const unit = byteUnits.find((name) => value.endsWith(name))
  return unit === undefined ? { amount: value, unit: 'Mi' } : { amount: value.slice(0, -unit.length), unit }
}

export const formatMillicores = (amount: string): string => (amount === '' ? '' : `${amount}m`)
