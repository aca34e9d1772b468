import type { FastifyPluginAsync } from 'fastify'
import { notifyFailingRoute, rulePreviewRoute } from '#shared/notifications/rule-preview-route.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { invalid, notFound } from '#relay/errors/http-error.ts'
import { createLinkBuilder, type MessageLinks } from '#relay/backend/notifications/events/message-links.ts'
import {
  canUpdateNotifications,
  canWriteNotifications,
} from '#relay/backend/notifications/rules/notification-permissions.ts'
import { queueForRule } from '#relay/backend/notifications/events/event-queue.ts'
import { listFailing } from '#relay/backend/notifications/events/list-failing.ts'
import { readRules } from '#relay/backend/notifications/rules/rules.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { isEvent } from './past-events.ts'
import { previewRule } from './rule-preview.ts'

interface RulePreviewOptions {
  readonly database: Database
  readonly people: People
  readonly secrets: StoredSecrets
  readonly messageLinks: MessageLinks
  readonly consoleUrl: () => string
}

export const rulePreviewRoutes: FastifyPluginAsync<RulePreviewOptions> = async (app, options) => {
  const { database, people, secrets } = options
  const preHandler = requireAccess(canWriteNotifications, 'notification', 'create')
  serve(app, rulePreviewRoute, { preHandler }, async ({ body, viewer }) => {
    const { events, repeat_interval: repeat } = body
    const unknown = events.find((event) => !isEvent(event))
    if (unknown !== undefined) throw invalid(`events: unknown event ${unknown}.`)
    if (repeat && parseDuration(repeat) === null)
      throw invalid(`repeat_interval: must be a duration such as 30m, 4h or 1d, got "${repeat}".`)
    const createLinks = createLinkBuilder(options)
    return previewRule({ database, reader: readerFor(people, viewer), createLinks }, body)
  })

  const mayUpdate = requireAccess(canUpdateNotifications, 'notification', 'update')
  serve(app, notifyFailingRoute, { preHandler: mayUpdate }, async ({ params: { id }, viewer }) => {
    const rule = (await readRules(database, secrets)).find((each) => each.id === id)
    if (rule === undefined) throw notFound(`notification rule ${id}`)
    const failing = await listFailing({ database, reader: readerFor(people, viewer) }, rule, id)
    await queueForRule(database, rule.id, failing)
    return { events: failing.length }
  })
}
