export const scheduleSets = {
  short: ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly', '@every 2h', '@every 4h'],
  scraper: ['@every 15m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@daily'],
  medium: ['@every 5m', '@every 15m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@every 6h', '@every 8h'],
  default: [
    '@every 30s',
    '@every 1m',
    '@every 5m',
    '@every 15m',
    '@every 30m',
    '@hourly',
    '@every 2h',
    '@every 4h',
    '@every 6h',
    '@every 8h',
    '@daily',
    '@weekly',
  ],
} as const

export type ScheduleSet = keyof typeof scheduleSets
