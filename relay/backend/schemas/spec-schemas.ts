import { z } from 'zod'
import { ruleSpecSchema as notificationSpecSchema } from '#shared/notifications/rule-spec.ts'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import { checkBaseSchema } from '#relay/backend/checks/check-base.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { canaryTop } from '#relay/backend/schemas/document-schemas.ts'
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

const texts = z.record(z.string(), z.string())

/** All kinds of documents, with the types of fields by which numbers of a document are read as texts. */
export const specSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['Canary', withEntries(canaryTop, checkBaseSchema, checkKinds.here)],
  ['ScrapeConfig', withEntries(scraperTopSchema, scraperBaseSchema, scraperKinds.here)],
  ['Topology', topologySpecSchema],
  ['Playbook', playbookSpecSchema],
  ['IncidentRule', ruleSpecSchema],
  ['LoggingBackend', logBackendSpecSchema],
  ['Notification', notificationSpecSchema],
  [
    'Connection',
    z.looseObject({
      url: z.string(),
      username: z.string(),
      password: z.string(),
      certificate: z.string(),
      properties: texts,
    }),
  ],
  ['NotificationSilence', z.unknown()],
  ['Permission', z.unknown()],
  ['PermissionGroup', z.unknown()],
  ['Team', z.unknown()],
])
