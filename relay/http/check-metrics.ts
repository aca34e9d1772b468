import { Counter, Histogram, type Registry } from 'prom-client'

export const createCheckMetrics = (registry: Registry) => {
  const late = new Histogram({
    name: 'quarterdeck_check_late_seconds',
    help: 'Delay of check starts after their due time.',
    buckets: [0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  })
  const missed = new Counter({
    name: 'quarterdeck_check_missed_total',
    help: 'Check starts skipped because the previous run was still running.',
    registers: [registry],
  })
  return {
    onStart: (lateMs: number) => late.observe(lateMs / 1_000),
    onMissed: () => missed.inc(),
  }
}
