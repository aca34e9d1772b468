import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { CountKind } from '#relay/backend/data-api/sql/compile-read.ts'

export interface Preferences {
  readonly return: 'representation' | 'headers-only' | 'minimal' | undefined
  readonly count: CountKind | undefined
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  readonly missing: 'default' | 'null' | undefined
  readonly handling: 'strict' | 'lenient' | undefined
  readonly tx: 'commit' | 'rollback' | undefined
  readonly timezone: string | undefined
  readonly maxAffected: number | undefined
  readonly invalid: readonly string[]
}

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const choices = {
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const

export const readPreferences = (header: string | undefined): Preferences => {
  const entries = (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const values = new Map<string, string>()
  const invalid: string[] = []
  for (const preference of entries) {
    const [name = '', value = ''] = preference.split(/ *= */, 2)
    const allowed: readonly string[] | undefined = Object.hasOwn(choices, name)
      ? choices[name as keyof typeof choices]
      : undefined
    const known =
      allowed?.includes(value) ??
      ((name === 'timezone' && isTimezone(value)) || (name === 'max-affected' && /^\d{1,9}$/.test(value)))
    if (!known) invalid.push(preference)
    else if (!values.has(name)) values.set(name, value)
  }
  const choice = <N extends keyof typeof choices>(name: N): (typeof choices)[N][number] | undefined =>
    (choices[name] as readonly (typeof choices)[N][number][]).find((value) => value === values.get(name))
  const maxAffected = values.get('max-affected')
  return {
    return: choice('return'),
    count: choice('count'),
    resolution: choice('resolution'),
    missing: choice('missing'),
    handling: choice('handling'),
    tx: choice('tx'),
    timezone: values.get('timezone'),
    maxAffected: maxAffected === undefined ? undefined : Number(maxAffected),
    invalid,
  }
}

/** Throws PGRST122. PostgREST checks preferences after everything else that needs no database. */
export const rejectInvalidPreferences = ({ handling, invalid }: Preferences): void => {
  if (handling === 'strict' && invalid.length > 0) {
    throw new DataApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    })
  }
}

/**
 * Security: the planner's estimate covers hidden rows, so a viewer who sees only some rows always gets an exact count.
 */
export const toCountKind = ({ isPartial }: Pick<Schema, 'isPartial'>, { count }: Preferences): CountKind | undefined =>
  count !== undefined && isPartial ? 'exact' : count

export const appliedHeader = (
  preferences: Preferences,
  names: readonly ('return' | 'count' | 'resolution' | 'missing')[],
): Record<string, string> => {
  const { maxAffected } = preferences
  const applied = [...names, 'tx', 'handling', 'timezone'] as const
  const pairs = applied.flatMap((name) => (preferences[name] === undefined ? [] : [`${name}=${preferences[name]}`]))
  if (maxAffected !== undefined && preferences.handling === 'strict') pairs.push(`max-affected=${maxAffected}`)
  return pairs.length === 0 ? {} : { 'preference-applied': pairs.join(', ') }
}
