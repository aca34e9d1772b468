import type { Event } from '@aws-sdk/client-cloudtrail'
import { z } from 'zod'
import { findBoundedJson } from '#shared/primitives/bounded-json.ts'
import { readLogChanges, type AuditEvent } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'
import { bounded } from '#relay/backend/clients/clouds/aws-access.ts'
import type { AwsApi } from './aws-api.ts'
import type { AwsSpec } from './aws-spec.ts'

const text = z.string()
const record = z.looseObject({
  errorCode: text.optional(),
  errorMessage: text.optional(),
  awsRegion: text.optional(),
  sourceIPAddress: text.optional(),
  userAgent: text.optional(),
  requestParameters: z.unknown().optional(),
})

const toEvents = ({ account }: AwsApi, event: Event): readonly AuditEvent[] => {
  const { EventId: id, EventName: name, EventTime: time } = event
  if (id === undefined || name === undefined || time === undefined || Number.isNaN(time.getTime())) return []
  const trailRecord = record.safeParse(findBoundedJson(event.CloudTrailEvent ?? '')).data
  const { awsRegion, sourceIPAddress, userAgent, requestParameters } = trailRecord ?? {}
  return [
    {
      id,
      name,
      at: time.toISOString(),
      by: event.Username,
      ids: [...(event.Resources ?? []).flatMap(({ ResourceName }) => ResourceName ?? []), account],
      rejection:
        trailRecord?.errorCode === undefined
          ? undefined
          : [trailRecord.errorCode, trailRecord.errorMessage].filter(Boolean).join(': '),
      source: event.EventSource ?? 'AWS',
      details: { awsRegion, sourceIPAddress, userAgent, requestParameters },
    },
  ]
}

export const trailChanges = (
  api: AwsApi,
  { maxAge, exclude }: NonNullable<AwsSpec['cloudtrail']>,
): AsyncIterable<FoundChange> => {
  async function* pages() {
    const { CloudTrailClient, paginateLookupEvents } = await import('@aws-sdk/client-cloudtrail')
    const client = new CloudTrailClient(awsClientOptions(api.client('CLOUDTRAIL')))
    const lookupPages = paginateLookupEvents(
      { client, pageSize: 50 },
      {
        StartTime: new Date(Date.now() - maxAge),
        LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
      },
    )
    for await (const { Events: events = [] } of bounded(lookupPages))
      yield events.flatMap((event) => toEvents(api, event))
  }
  return readLogChanges(pages(), exclude)
}
