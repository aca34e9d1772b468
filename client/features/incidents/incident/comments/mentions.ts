export interface Mentionable {
  readonly kind: 'person' | 'team'
  readonly id: string
  readonly name: string
}

const plain = (name: string) => name.replaceAll(/[\\[\]]/g, '')
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A mention is stored as a Markdown link, so it reads as the name everywhere else. */
export const writeMentions = (text: string, known: readonly Mentionable[]): string => {
  const byName = new Map(known.map((each) => [each.name, each]))
  const names = [...byName.keys()].filter(Boolean).toSorted((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const named = new RegExp(`(^|[\\s(])@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return text.replace(named, (whole, before: string, name: string) => {
    const one = byName.get(name)
    return one === undefined ? whole : `${before}[@${plain(name)}](${one.kind}:${one.id})`
  })
}

export const mentionAt = (text: string, caret: number): { readonly from: number; readonly search: string } | null => {
  const [, , search] = /(^|[\s(])@([^@\n]{0,40})$/u.exec(text.slice(0, caret)) ?? []
  return search === undefined ? null : { from: caret - search.length - 1, search }
}

export const matching = (known: readonly Mentionable[], search: string, most: number): readonly Mentionable[] => {
  const wanted = search.toLowerCase()
  const begins = ({ name }: Mentionable) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(/\s+/).some((word) => word.startsWith(wanted))
  }
  return known.filter(begins).slice(0, most)
}
