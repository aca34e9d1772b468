export interface LabelRequirement {
  readonly key: string
  readonly kind: 'in' | 'notIn' | 'exists' | 'absent'
  readonly values: readonly string[]
}

const requirement =
  /^\s*(?:(!)\s*([^\s=!(),]+)|([^\s=!(),]+)\s*(?:(==|=|!=)\s*([^,()]*)|(in|notin)\s*\(([^)]*)\))?)\s*$/

const splitRequirements = (text: string): string[] => text.split(/,(?![^(]*\))/).filter((part) => part.trim() !== '')

const parsePart = (part: string): LabelRequirement | null => {
  const found = requirement.exec(part)
  if (found === null) return null
  const [, , absent, key = '', equality, value = '', membership, list = ''] = found
  if (absent !== undefined) return { key: absent, kind: 'absent', values: [] }
  if (equality !== undefined) return { key, kind: equality === '!=' ? 'notIn' : 'in', values: [value.trim()] }
  if (membership === undefined) return { key, kind: 'exists', values: [] }
  return { key, kind: membership === 'in' ? 'in' : 'notIn', values: list.split(',').map((item) => item.trim()) }
}

const hasPattern = ({ values }: LabelRequirement): boolean => values.some((value) => value.includes('*'))
const isQuoted = (value: string): boolean => /^(["']).*\1$/.test(value)

/** Values are compared whole, as Kubernetes does: a pattern or quotes would match nothing. */
const parseRequirement = (part: string): LabelRequirement | null => {
  const parsed = parsePart(part)
  return parsed === null || hasPattern(parsed) || parsed.values.some(isQuoted) ? null : parsed
}

export const labelRequirements = (text: string): readonly (LabelRequirement | null)[] =>
  splitRequirements(text).map(parseRequirement)

const searchPrefixes = { labelSelector: 'labels.', tagSelector: 'tags.', fieldSelector: '' } as const
export const labelSelectorFields = ['labelSelector', 'tagSelector', 'fieldSelector'] as const

export const findLabelSelectorError = (
  field: (typeof labelSelectorFields)[number],
  text: string,
): string | undefined => {
  if (!labelRequirements(text).includes(null)) return undefined
  const pattern = splitRequirements(text)
    .flatMap((part) => parsePart(part) ?? [])
    .find(hasPattern)
  if (pattern === undefined) return `"${text}" is not a label selector, such as app=web,tier!=test`
  const operator = pattern.kind === 'notIn' ? '!=' : '='
  const search = `${searchPrefixes[field]}${pattern.key}${operator}${pattern.values.join(',')}`
  return `"${text}" has a pattern, and label selectors compare whole values; use search: ${search}`
}
