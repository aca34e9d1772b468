import { findParameterError } from '#shared/playbooks/parameter-error.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'

/** Values by the parameter's name, as they go over the wire: always texts. */
export type ParameterValues = Readonly<Record<string, string>>

/** What a field starts with: its default (ledger PLAY-25); a checkbox without one is off. */
const toPreset = ({ type, default: preset }: PlaybookParameter): string =>
  preset === undefined ? (type === 'checkbox' ? 'false' : '') : String(preset)

/** What a field holds: what was typed, else its preset. */
export const getValue = (parameter: PlaybookParameter, typed: ParameterValues): string =>
  // A name may be one that every object inherits.
  (Object.hasOwn(typed, parameter.name) ? typed[parameter.name] : undefined) ?? toPreset(parameter)

/** One that is no regular expression fits everything. */
const fits = ({ properties }: PlaybookParameter, value: string): boolean => {
  const { regex } = properties ?? {}
  try {
    return regex === undefined || new RegExp(regex).test(value)
  } catch {
    return true
  }
}

/** What a person reads below a field; null when its value may be sent. */
export const findFieldError = (parameter: PlaybookParameter, typed: ParameterValues): string | null => {
  const value = getValue(parameter, typed)
  if (value.trim() === '') return parameter.required === true ? 'This field is required' : null
  return findParameterError(parameter, value, fits(parameter, value))
}

/** The `params` of a request: what is empty is left to the backend's default, unless a default was emptied on purpose. */
export const wireValues = (parameters: readonly PlaybookParameter[], typed: ParameterValues): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap((parameter): [string, string][] => {
      const value = getValue(parameter, typed)
      return value === '' && toPreset(parameter) === '' ? [] : [[parameter.name, value]]
    }),
  )

export const byteUnits = ['Mi', 'Gi', 'Ti'] as const
export type ByteUnit = (typeof byteUnits)[number]

/** An amount of bytes in its two parts (ledger PLAY-31): the unit is Mi where none is written. */
export const splitBytes = (value: string): { readonly amount: string; readonly unit: ByteUnit } => {
  const unit = byteUnits.find((name) => value.endsWith(name))
  return unit === undefined ? { amount: value, unit: 'Mi' } : { amount: value.slice(0, -unit.length), unit }
}

/** A number written without the suffix `m` gets it; an empty one stays empty (ledger PLAY-32). */
export const formatMillicores = (amount: string): string => (amount === '' ? '' : `${amount}m`)
