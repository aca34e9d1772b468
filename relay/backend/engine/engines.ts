import type { ResourceTable } from '#shared/resources/resource-kinds.ts'
import { keptDocuments } from '#relay/backend/backup/kept-documents.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { startChecks } from '#relay/backend/checks/engine/checks.ts'
import type { EngineDeps } from '#relay/backend/engine/engine-deps.ts'
import { startIncidents } from '#relay/backend/incidents/incidents.ts'
import { logBackendDocuments } from '#relay/backend/logs/log-backend-documents.ts'
import { startNotifications } from '#relay/backend/notifications/notifications.ts'
import { startPlaybooks } from '#relay/backend/playbooks/playbooks.ts'
import { propertyDocuments } from '#relay/backend/properties/property-documents.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import { DocumentRows, type DocumentTable } from '#relay/backend/resources/document-rows.ts'
import { noSandbox } from '#relay/backend/process/sandbox.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { startScrapers } from '#relay/backend/scrapers/scrapers.ts'
import { startTopologies } from '#relay/backend/topology/topologies.ts'

export type Engines = Awaited<ReturnType<typeof startEngines>>

export const startEngines = async (deps: EngineDeps) => {
  const playbooks = await startPlaybooks({ ...deps, sandbox: deps.sandbox ?? noSandbox })
  const { onEvent } = playbooks
  const notifications = await startNotifications({
    ...deps,
    startPlaybook: playbooks.start,
    isAlone: deps.relayInstances.isAlone,
  })
  const checks = await startChecks({
    ...deps,
    kinds: checkKinds,
    onTransition: (id, status, { message, error }) =>
      onEvent({
        kind: 'check',
        name: status === 'healthy' ? 'passed' : 'failed',
        ids: [id],
        result: { message, error },
      }),
  })
  const scrapers = await startScrapers({ ...deps, kinds: scraperKinds, onEvent })
  const topologies = await startTopologies({
    ...deps,
    kinds: checkKinds,
    onEvent,
    reconcileChecks: () => checks.reconcile(),
  })
  const incidents = startIncidents(deps)
  const createRows = (table: DocumentTable) => new DocumentRows(table, deps)
  /** Order matters: checks validate documents before them, and silences and permissions refer to checks. */
  const kinds: Readonly<Record<ResourceTable, DocumentKind>> = {
    properties: propertyDocuments(deps.properties, deps.onChange),
    connections: createRows(keptDocuments.connections),
    teams: createRows(keptDocuments.teams),
    playbooks: playbooks.kind,
    config_scrapers: scrapers.kind,
    topologies: topologies.kind,
    logging_backends: createRows(logBackendDocuments),
    incident_rules: incidents.kind,
    notifications: createRows(keptDocuments.notifications),
    canaries: checks.kind,
    notification_silences: createRows(keptDocuments.notification_silences),
    permission_groups: createRows(keptDocuments.permission_groups),
    permissions: createRows(keptDocuments.permissions),
  }

  return {
    playbooks,
    checks,
    scrapers,
    topologies,
    kinds: Object.values(kinds),
    retentions: [playbooks.retention, scrapers.retention, notifications.retention],
    jobs: incidents.jobs,
    states: { notifications: notifications.state, incidents: incidents.state },
    undelivered: notifications.failure,
    followers: [checks.follow, playbooks.follow, topologies.follow, notifications.follow, incidents.follow],
    countOwned: () => ({
      checks: checks.countOwned(),
      scrapers: scrapers.countOwned(),
      topologies: topologies.countOwned(),
    }),
    begin: (): void => {
      checks.begin()
      scrapers.begin()
      topologies.begin()
      playbooks.begin()
    },
    stop: async (): Promise<void> => {
      await notifications.stop()
      await incidents.stop()
      await Promise.all([checks.stop(), scrapers.stop(), topologies.stop(), playbooks.stop()])
    },
  }
}
