import { z } from 'zod'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import { permissionDocumentSchema } from '#relay/backend/backup/permission-documents.ts'
import { silenceSpecSchema } from '#relay/backend/backup/silence-documents.ts'
import { teamSpecSchema } from '#relay/backend/backup/team-documents.ts'
import { checkBaseSchema } from '#relay/backend/checks/check-base.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { canaryTop } from '#relay/backend/schemas/document-schemas.ts'
import { notificationDocumentSchema } from '#relay/backend/documents/notification-document.ts'
import { permissionGroupSpecSchema } from '#relay/backend/documents/permission-group-document.ts'
import { propertySpecSchema } from '#relay/backend/properties/property-documents.ts'
import { ruleSpecSchema } from '#relay/backend/incidents/rules/rule-spec.ts'
import { logBackendSpecSchema } from '#relay/backend/logs/log-backend-spec.ts'
import { scraperBaseSchema } from '#relay/backend/scrapers/scraper-base.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { scraperTopSchema } from '#relay/backend/scrapers/scraper-spec.ts'
import { topologySpecSchema } from '#relay/backend/topology/topology-spec.ts'

interface Kind {
  readonly key: string
  readonly spec: z.ZodType
}

const withEntries = (top: z.ZodObject, base: z.ZodType, kinds: readonly Kind[]): z.ZodType =>
  z.looseObject({
    ...top.shape,
    ...Object.fromEntries(
      kinds.map(({ key, spec }) => {
        const entry = z.intersection(base, spec)
        return [key, z.union([z.array(entry), entry])]
      }),
    ),
  })

/** Every value of a connection is stored as text. */
const textTree: z.ZodType = z.lazy(() => z.union([z.string(), z.record(z.string(), textTree), z.array(textTree)]))

/** All kinds of documents, with the types of fields by which numbers of a document are read as texts. */
export const specSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['Canary', withEntries(canaryTop, checkBaseSchema, checkKinds.here)],
  ['ScrapeConfig', withEntries(scraperTopSchema, scraperBaseSchema, scraperKinds.here)],
  ['Topology', topologySpecSchema],
  ['Playbook', playbookSpecSchema],
  ['IncidentRule', ruleSpecSchema],
  ['LoggingBackend', logBackendSpecSchema],
  ['Notification', notificationDocumentSchema],
  ['NotificationSilence', silenceSpecSchema],
  ['Permission', permissionDocumentSchema],
  ['PermissionGroup', permissionGroupSpecSchema],
  ['Property', propertySpecSchema],
  ['Team', teamSpecSchema],
  ['Connection', textTree],
])
