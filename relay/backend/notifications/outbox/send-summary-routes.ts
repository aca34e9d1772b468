import type { FastifyPluginAsync } from 'fastify'
import { sendSummaryRoute } from '#shared/notifications/send-summary-route.ts'
import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { canReadSends } from '#relay/backend/notifications/rules/notification-permissions.ts'
import { summariseSends } from './send-summary.ts'

export const sendSummaryRoutes: FastifyPluginAsync<{ readonly database: Database }> = async (app, { database }) => {
  const preHandler = requireAccess(canReadSends, 'database.monitor', 'read')
  serve(app, sendSummaryRoute, { preHandler }, ({ body }) => summariseSends(database, body))
}
