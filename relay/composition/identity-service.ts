import type { FastifyPluginAsync } from 'fastify'
import type { UserRow } from '#shared/settings/user-row.ts'
import type { Part } from '#relay/http/status-routes.ts'

export interface IdentityService {
  readonly kind: 'embedded' | 'remote'
  readonly routes: FastifyPluginAsync
  readonly parts?: readonly Part[]
  readonly accountRoutes?: FastifyPluginAsync
  readonly listUsers?: () => Promise<readonly UserRow[]>
}
