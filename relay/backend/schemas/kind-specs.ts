import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import type { ResourceTable } from '#shared/resources/resource-kinds.ts'
import { permissionDocumentSchema } from '#relay/backend/documents/permission-spec.ts'
import { silenceSpecSchema } from '#relay/backend/documents/silence-spec.ts'
import { teamSpecSchema } from '#relay/backend/documents/team-spec.ts'
import { canaryTopSchema } from '#relay/backend/checks/spec/canary-spec.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { connectionSpecSchema } from '#relay/backend/documents/connection-schema.ts'
import { notificationDocumentSchema } from '#relay/backend/documents/notification-document.ts'
import { permissionGroupSpecSchema } from '#relay/backend/documents/permission-group-document.ts'
import { readRuleSpec } from '#relay/backend/incidents/rules/read-rules.ts'
import { ruleSpecSchema } from '#relay/backend/incidents/rules/rule-spec.ts'
import { logBackendSpecSchema, readLogBackend } from '#relay/backend/logs/log-backend-spec.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { propertySpecSchema } from '#relay/backend/properties/property-documents.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { readScraperSpec, scraperTopSchema } from '#relay/backend/scrapers/scraper-spec.ts'
import { readTopologySpec } from '#relay/backend/topology/read-topology-spec.ts'
import { topologySpecSchema } from '#relay/backend/topology/topology-spec.ts'

type ReadSpec =
  | { readonly error: string | { readonly reason: string; readonly path?: readonly PropertyKey[] } }
  | { readonly spec: unknown }
  | { readonly topology: unknown }
  | { readonly locations: unknown }

interface KindSpec {
  /** Of canaries and scrapers, only the fields beside those of their types. */
  readonly schema: z.ZodObject
  /** Rejects rows; null where rows have no spec or the engine lists its errors. */
  readonly read: ((spec: unknown) => ReadSpec | Promise<ReadSpec>) | null
}

const canaryTop = z.object({
  ...canaryTopSchema.shape,
  resultMode: z.string().optional(),
  retries: z.unknown().optional(),
  description: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
})

export const kindSpecs: Readonly<Record<ResourceTable, KindSpec>> = {
  canaries: { schema: canaryTop, read: null },
  config_scrapers: { schema: scraperTopSchema, read: (spec) => readScraperSpec(spec, scraperKinds) },
  topologies: { schema: topologySpecSchema, read: (spec) => readTopologySpec(spec, checkKinds) },
  playbooks: { schema: playbookSpecSchema, read: readPlaybookSpec },
  logging_backends: { schema: logBackendSpecSchema, read: (spec) => readLogBackend(isMap(spec) ? spec : {}) },
  incident_rules: { schema: ruleSpecSchema, read: readRuleSpec },
  notifications: { schema: notificationDocumentSchema, read: null },
  notification_silences: { schema: silenceSpecSchema, read: null },
  teams: { schema: teamSpecSchema, read: null },
  connections: { schema: connectionSpecSchema, read: null },
  permissions: { schema: permissionDocumentSchema, read: null },
  permission_groups: { schema: permissionGroupSpecSchema, read: null },
  properties: { schema: propertySpecSchema, read: null },
}
