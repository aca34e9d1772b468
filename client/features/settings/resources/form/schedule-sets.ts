export const scheduleSets = {
  short: ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly'],
  scraper: ['@every 5m', '@every 30m', '@hourly', '@every 6h', '@daily'],
  medium: ['@every 5m', '@every 30m', '@hourly', '@every 6h', '@daily', '@weekly'],
  default: ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly', '@every 6h', '@daily', '@weekly'],
} as const

export type ScheduleSet = keyof typeof scheduleSets
