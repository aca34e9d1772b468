import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { readLogChanges, eventTime, type AuditEvent } from '#relay/backend/scrapers/kinds/audit-events.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'
import { listPages, pageSchema, type GcpApi } from './gcp-api.ts'
import type { GcpSpec } from './gcp-spec.ts'

type AuditLogFilter = NonNullable<GcpSpec['auditLogs']>

const text = z.string()
const entryPage = pageSchema.extend({
  entries: z
    .array(
      z.looseObject({
        insertId: text,
        timestamp: eventTime,
        protoPayload: z.looseObject({
          methodName: text,
          serviceName: text.catch('Google Cloud'),
          resourceName: text.catch(''),
          authenticationInfo: z.looseObject({ principalEmail: text.nullish() }).nullish(),
          requestMetadata: z
            .looseObject({ callerIp: text.nullish(), callerSuppliedUserAgent: text.nullish() })
            .nullish(),
          authorizationInfo: z
            .array(z.looseObject({ permission: text.nullish() }))
            .nullish()
            .catch(null),
          status: z.looseObject({ code: z.number().nullish(), message: text.nullish() }).nullish(),
          request: z.unknown().optional(),
        }),
      }),
    )
    .nullish(),
})
type Entry = NonNullable<z.infer<typeof entryPage>['entries']>[number]

const toEvent = ({ insertId, timestamp, protoPayload: payload }: Entry, project: string): AuditEvent => {
  const { code, message } = payload.status ?? {}
  const { callerIp, callerSuppliedUserAgent: userAgent } = payload.requestMetadata ?? {}
  return {
    id: insertId,
    name: payload.methodName,
    at: timestamp,
    by: payload.authenticationInfo?.principalEmail ?? undefined,
    ids: [payload.resourceName, `projects/${project}`],
    rejection: code == null || code === 0 ? undefined : message || `code ${code}`,
    source: payload.serviceName,
    details: {
      resourceName: payload.resourceName,
      callerIp: callerIp ?? null,
      userAgent: userAgent ?? null,
      request: payload.request,
    },
  }
}

const isPermissionWanted = (
  checked: readonly { readonly permission?: string | null | undefined }[],
  { permissions }: AuditLogFilter,
): boolean =>
  permissions === undefined ||
  checked.some(({ permission }) => matchesPatterns(permissions.join(','), permission ?? ''))

const isWanted = ({ protoPayload: payload }: Entry, auditFilter: AuditLogFilter): boolean =>
  isPermissionWanted(payload.authorizationInfo ?? [], auditFilter) &&
  (
    [
      [auditFilter.methods, payload.methodName],
      [auditFilter.serviceNames, payload.serviceName],
      [auditFilter.principalEmails, payload.authenticationInfo?.principalEmail ?? ''],
      [auditFilter.userAgents, payload.requestMetadata?.callerSuppliedUserAgent ?? ''],
    ] as const
  ).every(([patterns, value]) => patterns === undefined || matchesPatterns(patterns.join(','), value))

export const auditChanges = (api: GcpApi, auditFilter: AuditLogFilter): AsyncIterable<FoundChange> => {
  const since = new Date(Date.now() - auditFilter.since).toISOString()
  const body = {
    resourceNames: [`projects/${api.project}`],
    filter: `logName="projects/${api.project}/logs/cloudaudit.googleapis.com%2Factivity" AND timestamp>="${since}"`,
    orderBy: 'timestamp desc',
    pageSize: 500,
  }
  async function* pages() {
    const list = { url: 'https://logging.googleapis.com/v2/entries:list', body }
    for await (const { entries } of listPages(api, 'the audit log', list, entryPage))
      yield (entries ?? []).filter((entry) => isWanted(entry, auditFilter)).map((entry) => toEvent(entry, api.project))
  }
  return readLogChanges(pages())
}
