import type { Effect, PersonEffect } from '#shared/access/grant-effect.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'

export interface EffectLine {
  readonly turns: 'gain' | 'lose' | 'same'
  readonly names: readonly string[]
  readonly summary: string
}

const formatEffects = (effects: readonly Effect[]): string => {
  const byObject = groupedBy(effects, ({ object, inPart }) => `${inPart ? 'part of ' : ''}${object}`)
  return [...byObject].map(([object, held]) => `${held.map(({ action }) => action).join(', ')} on ${object}`).join('; ')
}

const gathered = (
  turns: EffectLine['turns'],
  people: readonly PersonEffect[],
  getEffects: (each: PersonEffect) => readonly Effect[],
): readonly EffectLine[] =>
  [...groupedBy(people, (each) => formatEffects(getEffects(each)))].flatMap(([summary, alike]) =>
    (summary === '') === (turns === 'same')
      ? [{ turns, summary, names: alike.map(({ person }) => person.name || person.id) }]
      : [],
  )

export const effectLines = (people: readonly PersonEffect[]): readonly EffectLine[] => [
  ...gathered('gain', people, ({ gains }) => gains),
  ...gathered('lose', people, ({ loses }) => loses),
  ...gathered('same', people, ({ gains, loses }) => [...gains, ...loses]),
]

const namesShown = 4

export const namesText = (names: readonly string[]): string =>
  names.length <= namesShown
    ? names.join(', ')
    : `${names.slice(0, namesShown - 1).join(', ')} and ${names.length - namesShown + 1} more`
