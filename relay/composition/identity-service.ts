import type { FastifyPluginAsync } from 'fastify'
import type { UserRow } from '#shared/settings/user-row.ts'
import type { Part } from '#relay/http/status-routes.ts'

/** The service by which people sign in, within this process or at an address. */
export interface IdentityService {
  readonly kind: 'embedded' | 'remote'
  /** The sign-in flows, below `/api/.ory`. */
  readonly routes: FastifyPluginAsync
  /** For `/readyz`. */
  readonly parts?: readonly Part[]
  /** What the users page asks of accounts, where this relay keeps them or the roles that go with them. */
  readonly accountRoutes?: FastifyPluginAsync
  readonly listUsers?: () => Promise<readonly UserRow[]>
}
