import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { LineReport, RedisLine } from './redis-replication.ts'

interface Surroundings {
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

/** The line that several relays share, with its place in the log and in the metrics. Redis' client is loaded for it alone. */
export const openLine = async (url: string, { log, metrics }: Surroundings): Promise<RedisLine> => {
  const { createRedisLine } = await import('./redis-replication.ts')
  const line = createRedisLine({
    url,
    onChange: (failure) => {
      if (failure === null) log.info('Redis is there: relays share what they follow again')
      else log.warn(failure)
    },
  })
  const gauge = (name: string, help: string, read: (report: LineReport) => number) =>
    new Gauge({
      name: `quarterdeck_line_${name}`,
      help,
      registers: [metrics],
      collect() {
        this.set(read(line.report()))
      },
    })
  gauge('alone', 'Whether this relay serves alone because Redis cannot be reached.', ({ failure }) =>
    failure === null ? 0 : 1,
  )
  gauge('leading', 'Feeds whose source this relay asks for all.', ({ leading }) => leading)
  gauge('following', 'Feeds that another relay leads.', ({ following }) => following)
  return line
}

/** For `/readyz`: each relay serves on without the others. */
export const linePart = (line: RedisLine) => ({
  name: 'redis',
  isSpare: true,
  check: async () => {
    const { failure } = line.report()
    if (failure !== null) throw new Error(failure)
  },
})
