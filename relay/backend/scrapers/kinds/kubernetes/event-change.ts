import { z } from 'zod'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'
import type { KubernetesSpec } from './kubernetes-spec.ts'
import { toObjectName } from '#relay/backend/clients/kubernetes/manifest.ts'

const text = z.string().nullish()
const eventSchema = z.looseObject({
  metadata: z.looseObject({
    name: z.string().catch(''),
    uid: z.string(),
    namespace: text,
    resourceVersion: z.string().optional(),
    creationTimestamp: text,
  }),
  involvedObject: z.looseObject({ kind: z.string(), name: z.string(), namespace: text, uid: text }),
  reason: text,
  message: text,
  type: text,
  count: z.number().int().min(1).nullish().catch(null),
  series: z
    .looseObject({ count: z.number().int().min(1), lastObservedTime: text })
    .nullish()
    .catch(null),
  firstTimestamp: text,
  lastTimestamp: text,
  eventTime: text,
  source: z.looseObject({ component: text }).nullish(),
  reportingComponent: text,
})

const errorKeywords = ['fail', 'error', 'backoff', 'oom', 'evict', 'unhealthy', 'kill']
const includesKeyword = (keywords: readonly string[], message: string): boolean =>
  keywords.some((keyword) => message.toLowerCase().includes(keyword.toLowerCase()))

const toSeverity = (
  type: string,
  message: string,
  keywords: NonNullable<KubernetesSpec['event']>['severityKeywords'],
) => {
  if (includesKeyword(keywords?.error ?? [], message)) return 'high'
  if (includesKeyword(keywords?.warn ?? [], message)) return 'medium'
  if (type !== 'Warning') return 'info'
  return includesKeyword(errorKeywords, message) ? 'high' : 'medium'
}

const matches = (patterns: readonly string[] | undefined, name: string) =>
  patterns?.some((pattern) => matchesGlob(pattern, name)) === true

export const toEventChange = (value: unknown, spec: KubernetesSpec): FoundChange | undefined => {
  const read = eventSchema.safeParse(value)
  if (!read.success) return undefined
  const { metadata, involvedObject, series, source, firstTimestamp, reportingComponent, ...event } = read.data
  const [reason, message, type] = [event.reason ?? '', event.message ?? '', event.type ?? 'Normal']
  const without = spec.event?.exclusions
  const namespace = involvedObject.namespace ?? undefined
  if (matches(without?.reason, reason) || matches(without?.name, involvedObject.name)) return undefined
  if (namespace !== undefined && matches(without?.namespace, namespace)) return undefined
  const at =
    series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? metadata.creationTimestamp ?? undefined
  if (spec.since !== undefined && at !== undefined && Date.parse(at) < Date.now() - spec.since) return undefined
  const component = source?.component || reportingComponent || undefined
  const name = toObjectName({ kind: involvedObject.kind, namespace, name: involvedObject.name }, spec.clusterName)
  const { uid } = involvedObject
  return {
    kind: 'change',
    ids: uid === undefined || uid === null ? [name] : [uid, name],
    change: {
      changeType: reason === '' ? 'Event' : reason,
      severity: toSeverity(type, reason, spec.event?.severityKeywords),
      source: 'kubernetes',
      summary: message,
      externalId: metadata.uid,
      createdAt: at,
      createdBy: component,
      count: series?.count ?? event.count ?? undefined,
      details: {
        type,
        reason,
        ...(component !== undefined && { component }),
        firstTimestamp: firstTimestamp ?? null,
      },
    },
  }
}
