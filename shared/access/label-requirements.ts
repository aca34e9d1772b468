export interface LabelRequirement {
  readonly key: string
  readonly kind: 'in' | 'notIn' | 'exists' | 'absent'
  readonly values: readonly string[]
}

const requirement =
  /^\s*(?:(!)\s*([^\s=!(),]+)|([^\s=!(),]+)\s*(?:(==|=|!=)\s*([^,()]*)|(in|notin)\s*\(([^)]*)\))?)\s*$/

const splitRequirements = (text: string): string[] => text.split(/,(?![^(]*\))/).filter((part) => part.trim() !== '')

const parseRequirement = (part: string): LabelRequirement | null => {
  const found = requirement.exec(part)
  if (found === null) return null
  const [, , absent, key = '', equality, value = '', membership, list = ''] = found
  if (absent !== undefined) return { key: absent, kind: 'absent', values: [] }
  if (equality !== undefined) return { key, kind: equality === '!=' ? 'notIn' : 'in', values: [value.trim()] }
  if (membership === undefined) return { key, kind: 'exists', values: [] }
  return { key, kind: membership === 'in' ? 'in' : 'notIn', values: list.split(',').map((item) => item.trim()) }
}

export const labelRequirements = (text: string): readonly (LabelRequirement | null)[] =>
  splitRequirements(text).map(parseRequirement)
