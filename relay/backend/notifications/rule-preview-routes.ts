import type { FastifyPluginAsync } from 'fastify'
import { rulePreviewRoute } from '#shared/notifications/rule-preview-route.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { linksOfMessage, type MessageLinks } from './message-links.ts'
import { mayWriteNotifications } from './notification-rights.ts'
import { isEvent } from './past-events.ts'
import { previewRule } from './rule-preview.ts'

interface RulePreviewOptions {
  readonly database: Database
  readonly people: People
  readonly messageLinks: MessageLinks
  readonly consoleUrl: () => string
}

/** What a rule would have sent, relative to `/notification`. */
export const rulePreviewRoutes: FastifyPluginAsync<RulePreviewOptions> = async (app, options) => {
  const { database, people } = options
  serve(app, rulePreviewRoute, async ({ body, viewer }, reply) => {
    if (!mayWriteNotifications(viewer)) return refuseAccess(reply, viewer, { object: 'notification', action: 'create' })
    const fault = (error: string) => reply.code(400).send({ error })
    const asked = rulePreviewRoute.body.safeParse(body ?? {})
    if (!asked.success) {
      const [issue] = asked.error.issues
      return fault(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'unreadable'}`)
    }
    const { events, repeat_interval: repeat } = asked.data
    const unknown = events.find((event) => !isEvent(event))
    if (unknown !== undefined) return fault(`events: There is no event ${unknown}.`)
    if (repeat && parseDuration(repeat) === null)
      return fault(`repeat_interval: ${repeat} is no time such as 30s or 4h.`)
    const linksOf = linksOfMessage(options)
    return previewRule({ database, reader: readerFor(people, viewer), linksOf }, asked.data)
  })
}
