import type { FastifyInstance } from 'fastify'

const kilobyte = 1_024
const megabyte = 1_024 * kilobyte

const limits: readonly (readonly [route: string, bytes: number])[] = [
  ['/api/.ory/', 64 * kilobyte],
  ['/api/db/', 5 * megabyte],
  ['/api/playbook/webhook/', megabyte],
  ['/api/canary/webhook/', megabyte],
  ['/api/agent/push', 8 * megabyte],
  ['/api/resources/dry-run', 2 * megabyte],
  ['/api/resources/validate', 2 * megabyte],
  ['/api/resources/spec-text', 2 * megabyte],
  ['/api/backup/', 12 * megabyte],
]
const otherBytes = 256 * kilobyte

const getBodyLimit = (route: string): number =>
  limits.find(([beginning]) => route.startsWith(beginning))?.[1] ?? otherBytes

/** Applies to routes registered afterwards, and to the unpacked size of compressed bodies. */
export const limitBodies = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    route.bodyLimit = getBodyLimit(route.url)
  })
}
