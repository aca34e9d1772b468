export const changeSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const
type ChangeSeverity = (typeof changeSeverities)[number]

const findSeverity = (text: string): ChangeSeverity | undefined =>
  changeSeverities.find((severity) => severity === text.trim().toLowerCase())

/** Sources and forms also write `Medium` or `INFO`. Other names stay as they are written. */
export const toChangeSeverity = (text: string): string => findSeverity(text) ?? text

export const severitiesFrom = (least: string): readonly ChangeSeverity[] | undefined => {
  const found = findSeverity(least)
  return found === undefined ? undefined : changeSeverities.slice(0, changeSeverities.indexOf(found) + 1)
}
