import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { ReplicationReport, RedisReplication } from './redis-replication.ts'

interface Surroundings {
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

export const openReplication = async (url: string, { log, metrics }: Surroundings): Promise<RedisReplication> => {
  const { RedisReplication } = await import('./redis-replication.ts')
  const replication = new RedisReplication({
    url,
    onChange: (failure) => {
      if (failure === null) log.info('Redis reconnected, sharing feeds')
      else log.warn({ reason: failure }, 'Redis unavailable, not sharing feeds')
    },
  })
  const gauge = (name: string, help: string, read: (report: ReplicationReport) => number) =>
    new Gauge({
      name: `quarterdeck_replication_${name}`,
      help,
      registers: [metrics],
      collect() {
        this.set(read(replication.report()))
      },
    })
  gauge('alone', '1 if feeds are not shared because Redis is unreachable, else 0.', ({ failure }) =>
    failure === null ? 0 : 1,
  )
  gauge('leading', 'Feeds led by this relay.', ({ leading }) => leading)
  gauge('following', 'Feeds led by another relay.', ({ following }) => following)
  return replication
}

export const replicationPart = (replication: RedisReplication) => ({
  name: 'redis',
  isOptional: true,
  check: async () => {
    const { failure } = replication.report()
    if (failure !== null) throw new Error(failure)
  },
})
