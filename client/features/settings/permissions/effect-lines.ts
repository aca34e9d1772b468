import type { Effect, PersonEffect } from '#shared/access/grant-effect.ts'

/** What several people gain or lose alike, or that nothing changes for them. */
export interface EffectLine {
  readonly turns: 'gain' | 'lose' | 'same'
  readonly names: readonly string[]
  /** `read, update on connection; read on a part of catalog`; empty where nothing changes. */
  readonly summary: string
}

const grouped = <Item>(
  items: readonly Item[],
  getKey: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(getKey(item), [...(groups.get(getKey(item)) ?? []), item])
  return groups
}

const formatEffects = (effects: readonly Effect[]): string => {
  const byObject = grouped(effects, ({ object, inPart }) => `${inPart ? 'a part of ' : ''}${object}`)
  return [...byObject].map(([object, held]) => `${held.map(({ action }) => action).join(', ')} on ${object}`).join('; ')
}

const gathered = (
  turns: EffectLine['turns'],
  people: readonly PersonEffect[],
  getEffects: (each: PersonEffect) => readonly Effect[],
): readonly EffectLine[] =>
  [...grouped(people, (each) => formatEffects(getEffects(each)))].flatMap(([summary, alike]) =>
    (summary === '') === (turns === 'same')
      ? [{ turns, summary, names: alike.map(({ person }) => person.name || person.id) }]
      : [],
  )

/** The effect of a permission in lines, who gains first; people for whom it changes the same stand together. */
export const effectLines = (people: readonly PersonEffect[]): readonly EffectLine[] => [
  ...gathered('gain', people, ({ gains }) => gains),
  ...gathered('lose', people, ({ loses }) => loses),
  ...gathered('same', people, ({ gains, loses }) => [...gains, ...loses]),
]

const namesShown = 4

/** `Ada, Grace and 12 more`. */
export const namesText = (names: readonly string[]): string =>
  names.length <= namesShown
    ? names.join(', ')
    : `${names.slice(0, namesShown - 1).join(', ')} and ${names.length - namesShown + 1} more`
