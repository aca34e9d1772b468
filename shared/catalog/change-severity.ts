export const changeSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type ChangeSeverity = (typeof changeSeverities)[number]

export const severitiesFrom = (least: string): readonly ChangeSeverity[] | undefined => {
  const at = changeSeverities.findIndex((severity) => severity === least)
  return at === -1 ? undefined : changeSeverities.slice(0, at + 1)
}
