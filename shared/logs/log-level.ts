export type LevelClass = 'error' | 'warn' | 'other'

const classes: Readonly<Record<string, LevelClass>> = {
  fatal: 'error',
  panic: 'error',
  critical: 'error',
  error: 'error',
  warn: 'warn',
  warning: 'warn',
}

export const classifyLevel = (level: string | undefined): LevelClass => classes[level ?? ''] ?? 'other'
