/** A person or a team that a comment can name. */
export interface Mentionable {
  readonly kind: 'person' | 'team'
  readonly id: string
  readonly name: string
}

/** Characters that a link's text would have to escape. */
const plain = (name: string) => name.replaceAll(/[\\[\]]/g, '')
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** `@Name` as it is kept: a link that says whom it names, and reads as the name everywhere else. The longest name counts. */
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

/** What is being typed after an `@` right before the place of the cursor, and where it begins; null when nothing is. */
export const mentionAt = (text: string, place: number): { readonly from: number; readonly sought: string } | null => {
  const [, , sought] = /(^|[\s(])@([^@\n]{0,40})$/u.exec(text.slice(0, place)) ?? []
  return sought === undefined ? null : { from: place - sought.length - 1, sought }
}

/** Those whose name, or a word of it, begins with what is typed. */
export const matching = (known: readonly Mentionable[], sought: string, most: number): readonly Mentionable[] => {
  const wanted = sought.toLowerCase()
  const begins = ({ name }: Mentionable) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(/\s+/).some((word) => word.startsWith(wanted))
  }
  return known.filter(begins).slice(0, most)
}
