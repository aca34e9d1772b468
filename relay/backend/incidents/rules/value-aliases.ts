import { incidentSeverities, incidentTypes } from '#shared/incidents/incident-values.ts'

const severityWords: Readonly<Record<string, string>> = {
  information: 'info',
  informational: 'info',
  notice: 'info',
  none: 'info',
  warn: 'warning',
  minor: 'low',
  lo: 'low',
  med: 'Medium',
  mid: 'Medium',
  moderate: 'Medium',
  normal: 'Medium',
  hi: 'high',
  major: 'high',
  error: 'high',
  severe: 'critical',
  crit: 'critical',
  fatal: 'critical',
  emergency: 'critical',
  blocking: 'blocker',
  urgent: 'critical',
  important: 'high',
  trivial: 'info',
}

/** `P1`, `S2`, `sev-3`, `severity 4`: 0 and 1 are the most severe. */
const severityLevels = ['critical', 'critical', 'high', 'Medium', 'low', 'info']
const readLevel = (plain: string): string | undefined =>
  severityLevels[Number(/^(?:p|s|sev|severity|priority)([0-5])$/.exec(plain)?.[1])]

const statusWords: Readonly<Record<string, string>> = {
  active: 'open',
  opened: 'open',
  investigate: 'investigating',
}

const toPlainWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** Returns the value unchanged when no known value is meant; an empty text is no value. */
const readWord = (value: unknown, known: readonly string[], words: Readonly<Record<string, string>>): unknown => {
  if (typeof value !== 'string') return value
  if (value === '') return undefined
  const plain = toPlainWord(value)
  return known.find((each) => toPlainWord(each) === plain) ?? words[plain] ?? value
}

export const readIncidentSeverity = (value: unknown): unknown =>
  (typeof value === 'string' ? readLevel(toPlainWord(value)) : undefined) ??
  readWord(value, incidentSeverities, severityWords)
export const readIncidentType = (value: unknown): unknown => readWord(value, incidentTypes, {})
export const readIncidentStatus = (value: unknown): unknown =>
  readWord(value, ['new', 'open', 'investigating'], statusWords)

/** Checks and insights may have any severity: only abbreviations are read as another one. */
export const withMeantSeverities = (severities: readonly string[]): string[] => [
  ...new Set(
    severities.flatMap((severity) => {
      const value = readIncidentSeverity(severity)
      const meant = typeof value === 'string' ? value : severity
      const isAbbreviation = meant.toLowerCase().startsWith(toPlainWord(severity))
      return isAbbreviation ? [severity, meant] : [severity]
    }),
  ),
]
