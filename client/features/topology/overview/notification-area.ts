import { z } from 'zod'
import { sendTable } from '#shared/notifications/notification-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useCountedRows } from '#client/domain/attention/counted-rows.ts'
import { routes } from '#client/lib/address/routes.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { linesMax, toArea, type Area, type FindingLine } from './area.ts'
import { countedFinding, toSource } from './counted-finding.ts'

const sendSchema = z.object({
  id: z.string(),
  source_event: z.string(),
  error: z.string().nullish(),
  created_at: z.string().nullish(),
  resource: z.looseObject({ name: z.string().nullish() }).nullish(),
})

const toLine = ({
  id,
  source_event: event,
  error,
  created_at: at,
  resource,
}: z.infer<typeof sendSchema>): FindingLine => ({
  key: id,
  name: resource?.name ?? event,
  text: causeFirst(error ?? (resource?.name == null ? '' : event)),
  sinceMs: at ? Date.parse(at) : null,
  href: `${routes.notifications}?send=${encodeURIComponent(id)}`,
})

/** The day of the query moves with the time. */
const askAgainMs = 60_000

const useSends = (statuses: readonly string[], enabled: boolean) =>
  useCountedRows(sendTable, {
    queryKey: ['overview', 'notifications', statuses],
    relation: 'notification_send_history_summary',
    row: sendSchema,
    toQuery: () => ({
      status: `in.(${statuses.join(',')})`,
      created_at: `gte.${toIsoTime(serverNow() - dayMs)}`,
      select: 'id,source_event,error,created_at,resource',
      order: 'created_at.desc',
      limit: linesMax,
    }),
    enabled,
    everyMs: askAgainMs,
  })

const failedStatuses = ['error'] as const
const suppressedStatuses = ['silenced', 'inhibited'] as const
const toHref = (statuses: readonly string[]) =>
  `${routes.notifications}?status=${statuses.map((status) => `${status}:1`).join(',')}`

export const useNotificationArea = (): Area | null => {
  const isAllowed = useAllows()(sendTable.resource, 'read')
  const failed = useSends(failedStatuses, isAllowed)
  const suppressed = useSends(suppressedStatuses, isAllowed)
  if (!isAllowed) return null
  return toArea('Notifications', [toSource(failed), toSource(suppressed)], () => ({
    healthyText: 'no failed notifications in 24 h',
    findings: [
      countedFinding(failed, {
        key: 'failed notifications',
        state: 'unhealthy',
        isBroken: true,
        href: toHref(failedStatuses),
        toTitle: (count) => `${formatCount(count, 'failed notification')} in 24 h`,
        toLine,
      }),
      countedFinding(suppressed, {
        key: 'suppressed notifications',
        state: 'unknown',
        isBroken: false,
        href: toHref(suppressedStatuses),
        toTitle: (count) => `${formatCount(count, 'suppressed notification')} in 24 h`,
        toLine,
      }),
    ],
  }))
}
