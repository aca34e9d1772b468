/** How much a change or an insight matters, from the heaviest on (contract 4). */
export const changeSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type ChangeSeverity = (typeof changeSeverities)[number]

/** The severities from the heaviest down to this one; undefined for a word that is none. */
export const severitiesFrom = (least: string): readonly ChangeSeverity[] | undefined => {
  const at = changeSeverities.findIndex((severity) => severity === least)
  return at === -1 ? undefined : changeSeverities.slice(0, at + 1)
}
