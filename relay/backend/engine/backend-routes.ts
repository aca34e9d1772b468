import type { FastifyPluginAsync } from 'fastify'
import { agentRoutes, type AgentRoutesOptions } from '#relay/backend/agents/agent-routes.ts'
import { propertiesRoute } from '#shared/settings/feature-flags.ts'
import { backupRoutes } from '#relay/backend/backup/backup-routes.ts'
import { historyRoutes } from '#relay/backend/audit/history-routes.ts'
import { catalogRoutes } from '#relay/backend/catalog/reads/catalog-routes.ts'
import { isConfigRelation } from '#relay/backend/catalog/reads/config-relations.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { acknowledgeRoutes } from '#relay/backend/checks/routes/acknowledge-routes.ts'
import { checkRoutes, type CheckRoutesOptions } from '#relay/backend/checks/routes/check-routes.ts'
import { connectionRoutes, type ConnectionRoutesOptions } from '#relay/backend/connections/connection-routes.ts'
import { dataApi, type DataApiOptions } from '#relay/backend/data-api/data-api.ts'
import { dryRunRoutes, type DryRunOptions } from '#relay/backend/dry-run/dry-run-routes.ts'
import { validationRoutes } from '#relay/backend/dry-run/validation-routes.ts'
import { validateRow } from '#relay/backend/schemas/validate-row.ts'
import { mergeRoutes } from '#relay/backend/incidents/merge/merge-routes.ts'
import { outwardRoutes } from '#relay/backend/incidents/outward/outward-routes.ts'
import {
  incidentRulePreviewRoutes,
  type IncidentRulePreviewOptions,
} from '#relay/backend/incidents/preview/preview-routes.ts'
import { statusPageRoutes } from '#relay/backend/incidents/status-page/status-page-routes.ts'
import { suggestionRoutes } from '#relay/backend/incidents/suggestions/suggestion-routes.ts'
import { timelineRoutes } from '#relay/backend/incidents/timeline/timeline-routes.ts'
import { logRoutes, type LogRoutesOptions } from '#relay/backend/logs/log-routes.ts'
import { decisionRoutes } from '#relay/backend/notifications/decide/decision-routes.ts'
import { messageLinkRoutes } from '#relay/backend/notifications/events/message-link-routes.ts'
import type { MessageLinks } from '#relay/backend/notifications/events/message-links.ts'
import { rulePreviewRoutes } from '#relay/backend/notifications/preview/rule-preview-routes.ts'
import { pushRoutes } from '#relay/backend/notifications/push/push-routes.ts'
import type { Pushes } from '#relay/backend/notifications/push/pushes.ts'
import { personalRoutes } from '#relay/backend/notifications/people/personal-routes.ts'
import { silenceRoutes } from '#relay/backend/notifications/silences/silence-routes.ts'
import { sendSummaryRoutes } from '#relay/backend/notifications/outbox/send-summary-routes.ts'
import type { Playbooks } from '#relay/backend/playbooks/playbooks.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { RejectedDocuments } from '#relay/backend/resources/rejected-documents.ts'
import { relayRoutes } from '#relay/backend/relays/relay-routes.ts'
import { rejectedRoutes } from '#relay/backend/resources/rejected-routes.ts'
import { snippetRoutes } from '#relay/backend/properties/snippet-routes.ts'
import { scraperRoutes, type ScraperRoutesOptions } from '#relay/backend/scrapers/scraper-routes.ts'
import { schemaRoutes } from '#relay/backend/schemas/schema-routes.ts'
import { resourceSearchRoutes } from '#relay/backend/search/search-routes.ts'
import { maskSealed, maskSealedBytes } from '#relay/backend/secrets/sealed-text.ts'
import { createLoadLogs } from '#relay/backend/snapshots/snapshot-logs.ts'
import { snapshotRoutes } from '#relay/backend/snapshots/snapshot-routes.ts'
import { specTextRoutes } from '#relay/backend/spec-texts/spec-text-routes.ts'
import { topologyRoutes, type TopologyRoutesOptions } from '#relay/backend/topology/topology-routes.ts'
import { readJson } from '#relay/http/read-json.ts'
import { serve } from '#relay/http/serve.ts'
import { notFound } from '#relay/errors/http-error.ts'

interface BackendRoutesOptions
  extends
    Required<Pick<DataApiOptions, 'database' | 'people' | 'secrets' | 'guardWrite'>>,
    Omit<CheckRoutesOptions, 'database'>,
    TopologyRoutesOptions,
    Pick<IncidentRulePreviewOptions, 'find'>,
    Omit<ConnectionRoutesOptions, 'database' | 'secrets'>,
    Omit<LogRoutesOptions, 'database'>,
    ScraperRoutesOptions,
    Omit<AgentRoutesOptions, 'checks' | 'database' | 'secrets'>,
    Omit<DryRunOptions, 'database' | 'clients'> {
  readonly clients: DryRunOptions['clients'] & LogRoutesOptions['clients']
  readonly playbooks: Pick<Playbooks, 'routes'>
  readonly properties: Properties
  readonly messageLinks: MessageLinks
  readonly pushes: Pushes
  readonly consoleUrl: () => string
  readonly onWrite: OnChange
  readonly rejectedDocuments: RejectedDocuments
}

export const backendRoutes: FastifyPluginAsync<BackendRoutesOptions> = async (app, parts) => {
  app.addHook('onSend', async (_request, _reply, payload) => withoutSealed(payload))
  const data = { ...parts, validateRow, onChange: parts.onWrite }
  await app.register(dataApi(data), { prefix: '/db' })
  await app.register(dataApi({ ...data, serves: isConfigRelation }), { prefix: '/config' })
  await app.register(async (rest) => {
    rest.removeAllContentTypeParsers()
    rest.addContentTypeParser('*', { parseAs: 'string' }, readJson)
    await rest.register(checkRoutes, { ...parts, prefix: '/canary' })
    await rest.register(acknowledgeRoutes, { ...parts, prefix: '/canary' })
    await rest.register(topologyRoutes, { ...parts, prefix: '/canary' })
    await rest.register(snapshotRoutes, { ...parts, loadLogs: createLoadLogs(parts), prefix: '/snapshot' })
    await rest.register(parts.playbooks.routes)
    await rest.register(connectionRoutes, { ...parts, prefix: '/connection' })
    await rest.register(agentRoutes, { ...parts, prefix: '/agent' })
    await rest.register(statusPageRoutes, { ...parts, prefix: '/incident-status' })
    await rest.register(timelineRoutes, { ...parts, prefix: '/incident-timeline' })
    await rest.register(mergeRoutes, parts)
    await rest.register(outwardRoutes, { ...parts, prefix: '/incident-outward' })
    await rest.register(suggestionRoutes, { ...parts, prefix: '/incident-suggestions' })
    await rest.register(incidentRulePreviewRoutes, { ...parts, prefix: '/incident-rules' })
    await rest.register(logRoutes, parts)
    await rest.register(silenceRoutes, { ...parts, prefix: '/notification' })
    await rest.register(decisionRoutes, { ...parts, prefix: '/notification' })
    await rest.register(messageLinkRoutes, { ...parts, prefix: '/notification' })
    await rest.register(rulePreviewRoutes, { ...parts, prefix: '/notification' })
    await rest.register(personalRoutes, { ...parts, prefix: '/notification' })
    await rest.register(pushRoutes, { ...parts, prefix: '/notification' })
    await rest.register(sendSummaryRoutes, { ...parts, prefix: '/notification' })
    await rest.register(scraperRoutes, { ...parts, prefix: '/config' })
    await rest.register(resourceSearchRoutes, parts)
    await rest.register(catalogRoutes, parts)
    await rest.register(schemaRoutes, { checks: parts.checkKinds, scrapers: parts.scraperKinds })
    await rest.register(rejectedRoutes, parts)
    await rest.register(relayRoutes, parts)
    await rest.register(dryRunRoutes, parts)
    await rest.register(validationRoutes, parts)
    await rest.register(historyRoutes, parts)
    await rest.register(specTextRoutes, parts)
    await rest.register(backupRoutes, { ...parts, prefix: '/backup' })
    await rest.register(snippetRoutes, parts)
    serve(rest, propertiesRoute, () => parts.properties.list())
    rest.get('/health', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('OK'))
  })
  app.setNotFoundHandler(async ({ method, url }) => {
    throw notFound(`${method} ${url.split('?')[0] ?? ''} not found.`)
  })
}

/** Applies to every response: no stored secret leaves the backend, not even an encrypted one. */
const withoutSealed = (payload: unknown): unknown => {
  if (typeof payload === 'string') return maskSealed(payload)
  return Buffer.isBuffer(payload) ? maskSealedBytes(payload) : payload
}
