import type { FastifyInstance } from 'fastify'

const kilobyte = 1_024
const megabyte = 1_024 * kilobyte

/** How large a body may be, by the beginning of its route. The first that fits counts. */
const limits: readonly (readonly [route: string, bytes: number])[] = [
  ['/api/.ory/', 64 * kilobyte],
  ['/api/db/', 5 * megabyte],
  ['/api/playbook/webhook/', megabyte],
  ['/api/agent/push', 8 * megabyte],
  ['/api/resources/dry-run', 2 * megabyte],
  ['/api/backup/', 12 * megabyte],
]
const otherBytes = 256 * kilobyte

const getBodyLimit = (route: string): number =>
  limits.find(([beginning]) => route.startsWith(beginning))?.[1] ?? otherBytes

/**
 * Gives every route that is registered after this its limit: a body that says that it is larger is refused before it is read,
 * and any other where it gets larger, unpacked if it came packed. What is passed on to another service is not read here; its
 * limits stand in the proxies.
 */
export const limitBodies = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    route.bodyLimit = getBodyLimit(route.url)
  })
}
