interface TagEntry {
  readonly key: string
  readonly value: string
}

const first = ['account', 'namespace', 'name']

const rank = (key: string) => {
  const at = first.indexOf(key)
  return at === -1 ? first.length : at
}

export const sortTags = (tags: Readonly<Record<string, string>>): readonly TagEntry[] =>
  Object.entries(tags)
    .map(([key, value]) => ({ key, value }))
    .toSorted((a, b) => rank(a.key) - rank(b.key) || a.key.localeCompare(b.key))
