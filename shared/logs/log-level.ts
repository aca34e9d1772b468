/** How bad a line of a log is, as far as it says. */
export type LevelClass = 'error' | 'warn' | 'other'

const classes: Readonly<Record<string, LevelClass>> = {
  fatal: 'error',
  panic: 'error',
  critical: 'error',
  error: 'error',
  warn: 'warn',
  warning: 'warn',
}

/** The class of a line by the value of its label `level`. */
export const classifyLevel = (level: string | undefined): LevelClass => classes[level ?? ''] ?? 'other'
