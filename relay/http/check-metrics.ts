import { Counter, Histogram, type Registry } from 'prom-client'

export const createCheckMetrics = (registry: Registry) => {
  const late = new Histogram({
    name: 'quarterdeck_check_late_seconds',
    help: 'How long after they were due checks started.',
    buckets: [0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  })
  const missed = new Counter({
    name: 'quarterdeck_check_missed_total',
    help: 'Starts of checks that were left out, because the run before was not over.',
    registers: [registry],
  })
  return {
    onStart: (lateMs: number) => late.observe(lateMs / 1_000),
    onMissed: () => missed.inc(),
  }
}
