import type { FastifyPluginAsync } from 'fastify'
import { sendSummaryRoute } from '#shared/notifications/send-summary-route.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { canReadSends } from './notification-permissions.ts'
import { summariseSends } from './send-summary.ts'

export const sendSummaryRoutes: FastifyPluginAsync<{ readonly database: Database }> = async (app, { database }) => {
  serve(app, sendSummaryRoute, async ({ body, viewer }, reply) => {
    if (!canReadSends(viewer)) return refuseAccess(reply, viewer, { object: 'database.monitor', action: 'read' })
    const parsed = sendSummaryRoute.body.safeParse(body ?? {})
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return reply
        .code(400)
        .send({ error: `${formatPath(issue?.path) || 'The body'}: ${issue?.message ?? 'unreadable'}` })
    }
    return summariseSends(database, parsed.data)
  })
}
