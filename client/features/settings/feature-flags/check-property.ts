import { featureOf } from '#shared/settings/feature-flags.ts'
import type { PropertyChange } from './flags-api.ts'

export type PropertyErrors = Partial<Record<keyof PropertyChange, string>>

const namePattern = /^[^\s=,]{1,200}$/

/** What is wrong with a property, field by field. `taken` are the names that have a row, or a local value, already. */
export const checkProperty = ({ name, value }: PropertyChange, taken: ReadonlySet<string>): PropertyErrors => ({
  ...(name === '' && { name: 'This field is required' }),
  ...(name !== '' &&
    !namePattern.test(name) && { name: 'A name has no spaces, commas or equals signs, and at most 200 letters.' }),
  ...(taken.has(name) && { name: 'There is a property of this name. Change that one.' }),
  ...(value.trim() === '' && { value: 'This field is required' }),
  ...(value.trim() !== '' &&
    featureOf(name) !== null &&
    !['true', 'false'].includes(value) && { value: 'A feature is switched off by true, and on by false.' }),
})
